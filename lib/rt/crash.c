// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that crash: a signal raised in a kernel ends the task instead of the process. Only for runtimes that are
// configured so, since signal handlers belong to the process: they are installed while at least one such runtime
// exists, and the earlier ones are put back after the last.
//
// The one place with state of the process and of threads: a signal handler is given nothing else to find its worker by.
#include "rt/rt_impl.h"

#include <signal.h>

enum { SIGNAL_STACK_BYTES = 65536 };

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { NUM_SIGNALS = sizeof crash_signals / sizeof *crash_signals };

static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t num_users;                            // under the lock
static struct sigaction earlier_actions[NUM_SIGNALS]; // written under the lock while no handler of ours is installed
static _Thread_local baton_worker *current_worker;

static void on_crash(int signal_number) {
  baton_worker *worker = current_worker;
  if (worker && worker->is_in_kernel) {
    worker->is_in_kernel = 0;
    worker->crash_signal = signal_number;
    siglongjmp(worker->crash_jump, 1);
  }
  // Not ours: the earlier handler gets it, as the fault repeats or the caller of abort raises again.
  for (int i = 0; i < NUM_SIGNALS; i++)
    if (crash_signals[i] == signal_number)
      sigaction(signal_number, &earlier_actions[i], NULL);
}

void baton_crash_install(baton_rt *rt) {
  rt->catches_crashes = true;
  pthread_mutex_lock(&install_lock);
  if (num_users++ == 0) {
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < NUM_SIGNALS; i++)
      sigaction(crash_signals[i], &action, &earlier_actions[i]);
  }
  pthread_mutex_unlock(&install_lock);
}

void baton_crash_uninstall(baton_rt *rt) {
  if (!rt->catches_crashes)
    return;
  pthread_mutex_lock(&install_lock);
  if (--num_users == 0)
    for (int i = 0; i < NUM_SIGNALS; i++)
      sigaction(crash_signals[i], &earlier_actions[i], NULL);
  pthread_mutex_unlock(&install_lock);
}

bool baton_crash_init_worker(baton_worker *worker) {
  worker->signal_stack = baton_mem_get_aligned(worker->rt, SIGNAL_STACK_BYTES, 64);
  return worker->signal_stack != NULL;
}

void baton_crash_enter_thread(baton_worker *worker) {
  const stack_t stack = {.ss_sp = worker->signal_stack, .ss_size = SIGNAL_STACK_BYTES};
  sigaltstack(&stack, NULL); // a kernel may have used up the thread's own
  current_worker = worker;
}

void baton_crash_leave_thread(void) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  current_worker = NULL;
}
