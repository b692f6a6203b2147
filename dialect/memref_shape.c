// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types memref.collapse_shape, expand_shape and transpose may have: the rules of MLIR, which accept what may be
// contiguous; strides that are only known when the program runs are checked there.
#include "dialect/memref_shape.h"
#include "dialect/memref.h"
#include "ir/dim_map.h"

static const baton_attr *group_at(const baton_attr *groups, uint32_t index) { return groups->array.items[index]; }

static int64_t product(int64_t a, int64_t b) {
  int64_t result;
  return a == BATON_DYNAMIC || b == BATON_DYNAMIC || __builtin_mul_overflow(a, b, &result) ? BATON_DYNAMIC : result;
}

static bool type_error(const baton_op *op, const char *what, const baton_type *wanted, const baton_type *given) {
  baton_strbuf a = {0}, b = {0};
  baton_type_print(wanted, &a);
  baton_type_print(given, &b);
  baton_op_error(op, "expected %s type to be '%s' but found '%s'", what, a.data, b.data);
  baton_strbuf_deinit(&a);
  baton_strbuf_deinit(&b);
  return false;
}

// ---- groups of dimensions ---------------------------------------------------------------------------------------

// One group of dimensions of the longer type, from *next on, against one size of the shorter type.
static bool check_group(const baton_op *op, const baton_attr *group, uint32_t index, int64_t collapsed,
                        const baton_type *longer, uint32_t *next) {
  bool is_dynamic = false;
  int64_t size = 1;
  for (uint32_t i = 0; i < group->array.num_items; i++) {
    int64_t dim = group->array.items[i]->integer;
    if (dim != (*next)++)
      return baton_op_error(op, "reassociation indices must be contiguous");
    if (dim >= longer->memref.rank)
      return baton_op_error(op, "reassociation index %lld is out of bounds", (long long)dim);
    is_dynamic |= longer->memref.sizes[dim] == BATON_DYNAMIC;
    size = product(size, longer->memref.sizes[dim]);
  }
  if ((collapsed == BATON_DYNAMIC) != is_dynamic)
    return baton_op_error(op, "collapsed dim (%u) must be dynamic if and only if reassociation group is dynamic",
                          index);
  if (!is_dynamic && size != collapsed)
    return baton_op_error(op, "collapsed dim size (%lld) must equal reassociation group size (%lld)",
                          (long long)collapsed, (long long)size);
  return true;
}

static bool check_groups(const baton_op *op, const baton_attr *groups, const baton_type *shorter,
                         const baton_type *longer) {
  if (groups->array.num_items != shorter->memref.rank)
    return baton_op_error(op, "invalid number of reassociation groups: found %u, expected %u", groups->array.num_items,
                          shorter->memref.rank);
  uint32_t next = 0;
  for (uint32_t i = 0; i < groups->array.num_items; i++)
    if (!check_group(op, group_at(groups, i), i, shorter->memref.sizes[i], longer, &next))
      return false;
  if (shorter->memref.rank && next != longer->memref.rank)
    return baton_op_error(op, "expanded rank (%u) inconsistent with number of reassociation indices (%u)",
                          longer->memref.rank, next);
  for (uint32_t i = 0; i < longer->memref.rank && shorter->memref.rank == 0; i++)
    if (longer->memref.sizes[i] != 1)
      return baton_op_error(op, "rank 0 memrefs can only be extended/collapsed with/from ones");
  return true;
}

// ---- collapse_shape ---------------------------------------------------------------------------------------------

// The stride of a group: that of its last dimension which is not 1. Where that may turn out to be one it is dynamic.
static int64_t group_stride(const baton_type *source, const baton_attr *group, uint32_t *out_last) {
  uint32_t kept = group->array.num_items;
  while (kept > 1 && source->memref.sizes[group->array.items[kept - 1]->integer] == 1)
    kept--;
  *out_last = (uint32_t)group->array.items[kept - 1]->integer;
  bool is_sure = kept == 1 || source->memref.sizes[*out_last] != BATON_DYNAMIC;
  return is_sure ? source->memref.strides[*out_last] : BATON_DYNAMIC;
}

// Whether no dimensions of a group are known to have space between them.
static bool may_be_contiguous(const baton_type *source, const baton_attr *group, int64_t stride) {
  for (uint32_t i = group->array.num_items; i-- > 1;) {
    int64_t dim = group->array.items[i]->integer;
    stride = product(stride, source->memref.sizes[dim]);
    int64_t outer = source->memref.strides[dim - 1];
    if (source->memref.sizes[dim - 1] != 1 && stride != BATON_DYNAMIC && outer != BATON_DYNAMIC && stride != outer)
      return false;
  }
  return true;
}

static bool collapsed_strides(const baton_type *source, const baton_attr *groups, int64_t *out_strides) {
  for (uint32_t i = 0; i < groups->array.num_items; i++) {
    const baton_attr *group = group_at(groups, i);
    uint32_t last;
    if (group->array.num_items == 0)
      return false;
    out_strides[i] = group_stride(source, group, &last);
    if (!may_be_contiguous(source, group, out_strides[i]))
      return false;
  }
  return true;
}

bool baton_verify_collapse_shape(const baton_op *op) {
  const baton_type *source = baton_memref_collapse_shape_src(op)->type, *result = op->results[0].type;
  const baton_attr *groups = baton_memref_collapse_shape_reassociation(op);
  if (source->memref.rank < result->memref.rank)
    return baton_op_error(op, "has source rank %u and result rank %u. This is not a collapse (%u < %u).",
                          source->memref.rank, result->memref.rank, source->memref.rank, result->memref.rank);
  if (!check_groups(op, groups, result, source))
    return false;
  uint32_t rank = result->memref.rank;
  const baton_type *wanted;
  if (source->memref.layout == BATON_LAYOUT_IDENTITY) {
    wanted = baton_type_memref(baton_op_context(op), source->memref.element, result->memref.sizes, rank,
                               source->memref.memory_space);
  } else {
    int64_t *strides = baton_mem_resize_array(NULL, rank, sizeof *strides);
    bool ok = collapsed_strides(source, groups, strides);
    wanted = ok ? baton_type_strided_memref(baton_op_context(op), source->memref.element, result->memref.sizes, rank,
                                            source->memref.offset, strides, source->memref.memory_space)
                : NULL;
    baton_mem_free(strides);
  }
  if (!wanted)
    return baton_op_error(op, "invalid source layout map or collapsing non-contiguous dims");
  return wanted == result || type_error(op, "collapsed", wanted, result);
}

// ---- expand_shape -----------------------------------------------------------------------------------------------

static const baton_type *expanded_type(const baton_op *op, const baton_type *source, const baton_type *result,
                                       const baton_attr *groups) {
  baton_context *context = baton_op_context(op);
  const int64_t *sizes = result->memref.sizes;
  uint32_t rank = result->memref.rank;
  if (source->memref.layout == BATON_LAYOUT_IDENTITY)
    return baton_type_memref(context, source->memref.element, sizes, rank, source->memref.memory_space);
  int64_t *strides = baton_mem_resize_array(NULL, rank, sizeof *strides);
  uint32_t dim = rank;
  for (uint32_t i = groups->array.num_items; i-- > 0;) {
    int64_t stride = source->memref.strides[i];
    for (uint32_t k = group_at(groups, i)->array.num_items; k-- > 0;) {
      strides[--dim] = stride;
      stride = product(stride, sizes[dim]);
    }
  }
  while (dim > 0) // a scalar's dimensions are all 1
    strides[--dim] = 1;
  const baton_type *type = baton_type_strided_memref(context, source->memref.element, sizes, rank,
                                                     source->memref.offset, strides, source->memref.memory_space);
  baton_mem_free(strides);
  return type;
}

static bool check_output_shape(const baton_op *op, const baton_type *result) {
  const baton_attr *shape = baton_memref_expand_shape_static_output_shape(op);
  uint32_t num_values = baton_memref_expand_shape_output_shape(op).size, num_dynamic = 0;
  if (shape->dense.num_items != result->memref.rank)
    return baton_op_error(
        op, "expected number of static shape bounds to be equal to the output rank (%u) but found %u inputs instead",
        result->memref.rank, shape->dense.num_items);
  for (uint32_t i = 0; i < shape->dense.num_items; i++)
    num_dynamic += shape->dense.items[i] == BATON_DYNAMIC;
  if (num_dynamic != num_values)
    return baton_op_error(op,
                          "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                          "%u dynamic dims while output_shape has %u values",
                          num_dynamic, num_values);
  for (uint32_t i = 0; i < result->memref.rank; i++)
    if (result->memref.sizes[i] != BATON_DYNAMIC && result->memref.sizes[i] != shape->dense.items[i])
      return baton_op_error(op, "invalid output shape provided at pos %u", i);
  return true;
}

bool baton_verify_expand_shape(const baton_op *op) {
  const baton_type *source = baton_memref_expand_shape_src(op)->type, *result = op->results[0].type;
  const baton_attr *groups = baton_memref_expand_shape_reassociation(op);
  if (source->memref.rank > result->memref.rank)
    return baton_op_error(op, "has source rank %u and result rank %u. This is not an expansion (%u > %u).",
                          source->memref.rank, result->memref.rank, source->memref.rank, result->memref.rank);
  if (!check_groups(op, groups, source, result))
    return false;
  const baton_type *wanted = expanded_type(op, source, result, groups);
  return (wanted == result || type_error(op, "expanded", wanted, result)) && check_output_shape(op, result);
}

// ---- transpose --------------------------------------------------------------------------------------------------

static bool is_permutation(const baton_dim_map *map) {
  if (map->num_dims != map->num_results)
    return false;
  for (uint32_t i = 0; i < map->num_results; i++)
    for (uint32_t k = 0; k < i; k++)
      if (map->results[i] == map->results[k])
        return false;
  return true;
}

static bool check_transposed(const baton_op *op, const baton_type *source, const baton_type *result,
                             const baton_dim_map *map) {
  uint32_t rank = source->memref.rank;
  int64_t *sizes = baton_mem_resize_array(NULL, rank, sizeof *sizes),
          *strides = baton_mem_resize_array(NULL, rank, sizeof *strides);
  for (uint32_t i = 0; i < rank; i++) {
    sizes[i] = source->memref.sizes[map->results[i]];
    strides[i] = source->memref.strides[map->results[i]];
  }
  const baton_type *wanted = baton_type_strided_memref(baton_op_context(op), source->memref.element, sizes, rank,
                                                       source->memref.offset, strides, source->memref.memory_space);
  const baton_type *given =
      baton_type_strided_memref(baton_op_context(op), result->memref.element, result->memref.sizes, result->memref.rank,
                                result->memref.offset, result->memref.strides, result->memref.memory_space);
  baton_mem_free(sizes);
  baton_mem_free(strides);
  if (wanted == given)
    return true;
  baton_strbuf a = {0}, b = {0};
  baton_type_print(result, &a);
  baton_type_print(wanted, &b);
  baton_op_error(op, "result type '%s' is not equivalent to the canonical transposed input type '%s'", a.data, b.data);
  baton_strbuf_deinit(&a);
  baton_strbuf_deinit(&b);
  return false;
}

bool baton_verify_transpose(const baton_op *op) {
  const baton_type *source = baton_memref_transpose_in(op)->type;
  baton_dim_map map;
  if (!baton_dim_map_of(baton_memref_transpose_permutation(op), &map))
    return baton_op_error(op, "expected a permutation map");
  bool ok = is_permutation(&map) || baton_op_error(op, "expected a permutation map");
  if (ok && map.num_dims != source->memref.rank)
    ok = baton_op_error(op, "expected a permutation map of same rank as the input");
  ok = ok && check_transposed(op, source, op->results[0].type, &map);
  baton_dim_map_deinit(&map);
  return ok;
}
