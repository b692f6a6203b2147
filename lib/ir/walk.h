// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking over ops. All walks are in program order and allow the visited op to be erased (post-order) or changed.
#ifndef BATON_IR_WALK_H
#define BATON_IR_WALK_H

#include "ir/ir.h"

typedef enum baton_walk_result { BATON_WALK_ON, BATON_WALK_SKIP, BATON_WALK_STOP } baton_walk_result;
typedef baton_walk_result (*baton_walk_fn)(baton_op *op, void *user);

// The op itself, then the ops inside; SKIP leaves out what is inside. False if stopped.
BATON_EXPORT bool baton_walk_preorder(baton_op *root, baton_walk_fn visit, void *user);
// The ops inside first, then the op itself.
BATON_EXPORT bool baton_walk_postorder(baton_op *root, baton_walk_fn visit, void *user);

// The next op of a pre-order walk over everything inside root (not root itself), or NULL at the end:
//     for (baton_op *op = baton_walk_first(root); op; op = baton_walk_next(op, root))
BATON_EXPORT baton_op *baton_walk_first(const baton_op *root);
BATON_EXPORT baton_op *baton_walk_next(const baton_op *op, const baton_op *root);
// The same, leaving out what is inside op.
BATON_EXPORT baton_op *baton_walk_next_outside(const baton_op *op, const baton_op *root);

#endif
