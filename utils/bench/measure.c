// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-measure COMMAND [ARG]...: runs a command with its output thrown away and prints what it cost: microseconds of
// CPU time (user and system), microseconds that passed, and the most memory that it had in use, in kilobytes. A process
// starts with the peak of the one that it was forked from, so this one is small.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static long long micros(struct timeval time) { return (long long)time.tv_sec * 1000000 + time.tv_usec; }

static _Noreturn void run(char **command) {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
    _exit(126);
  execvp(command[0], command);
  fprintf(stderr, "cannot run '%s': %s\n", command[0], strerror(errno));
  _exit(127);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s COMMAND [ARG]...\n", argv[0]);
    return EXIT_FAILURE;
  }
  long long start = now_us();
  pid_t child = fork();
  if (child == 0)
    run(argv + 1);
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "'%s' failed\n", argv[1]);
    return EXIT_FAILURE;
  }
  printf("%lld %lld %ld\n", micros(usage.ru_utime) + micros(usage.ru_stime), now_us() - start, usage.ru_maxrss);
  return EXIT_SUCCESS;
}
