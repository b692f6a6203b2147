// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completing a file from a signal handler. All that the handler calls is safe there (POSIX.1-2017, 2.4.3).
#include "tool_crash.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { NUM_SIGNALS = sizeof signals / sizeof *signals, STACK_BYTES = 256 << 10 };

// State of the process, since a handler is given nothing else to find it by. While the handlers are installed, only the
// pass changes.
static struct {
  const tool_output *output;
  baton_str text;
  const char *volatile pass;
  stack_t stack, earlier_stack;
  struct sigaction earlier[NUM_SIGNALS];
} crash;

static void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  (void)ignored;
}

static void restore_actions(void) {
  for (int i = 0; i < NUM_SIGNALS; i++)
    sigaction(signals[i], &crash.earlier[i], NULL);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  restore_actions();
  say("error: ");
  say(crash.pass ? "pass '" : "the pipeline");
  say(crash.pass ? crash.pass : "");
  say(crash.pass ? "' crashed\n" : " crashed\n");
  bool is_written = tool_output_complete(crash.output, crash.text);
  say(is_written ? "note: the pipeline failed: reproducer generated at '" : "note: cannot write a reproducer at '");
  say(crash.output->path);
  say("'\n");
  if (info->si_code <= 0) // it was sent, and does not come again by itself as a fault does
    raise(number);
}

static void set_stack(void) {
  void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return; // the stack that there is must do
  crash.stack = (stack_t){.ss_sp = memory, .ss_size = STACK_BYTES};
  sigaltstack(&crash.stack, &crash.earlier_stack);
}

void tool_crash_arm(const tool_output *output, baton_str text) {
  crash.output = output;
  crash.text = text;
  set_stack();
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < NUM_SIGNALS; i++)
    sigaction(signals[i], &action, &crash.earlier[i]);
}

void tool_crash_set_pass(const char *name) { crash.pass = name; }

void tool_crash_disarm(void) {
  restore_actions();
  if (crash.stack.ss_sp) {
    sigaltstack(&crash.earlier_stack, NULL);
    munmap(crash.stack.ss_sp, STACK_BYTES);
  }
  memset(&crash, 0, sizeof crash);
}
