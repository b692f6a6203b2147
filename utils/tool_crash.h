// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that is written when the process crashes. It is opened and its text is made beforehand, since a signal handler
// can do little more than write; it runs on a stack of its own, so that a stack that has been used up is a crash like
// any other.
#ifndef BATON_UTILS_TOOL_CRASH_H
#define BATON_UTILS_TOOL_CRASH_H

#include "tool_file.h"

// Until tool_crash_disarm, a signal by which a fault ends a program (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) first
// completes an open output with a text, and says so on stderr. The process then ends as it would have. Output and text
// must stay as they are meanwhile. One at a time, and of a single thread.
void tool_crash_arm(const tool_output *output, baton_str text);
// The pass that runs, for the message, or NULL. The name must stay valid until the next call.
void tool_crash_set_pass(const char *name);
void tool_crash_disarm(void);

#endif
