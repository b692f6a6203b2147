// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef int baton_placeholder; // replaced by its owner
