// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The prefill program of qwen3_14b_prefill.mlir at a size that executes: every loop, scope, submit, view, host read and
// static trip count is kept, the blocks are shrunk. The kernels are in qwen3_kernels.c, the sizes in qwen3_shape.h.
//
//   chunk of tokens   64 -> 16      hidden    5120 -> 320  (40 heads of 8, 80 blocks of 4, 40 blocks of 8)
//   head size        128 -> 8       kv hidden 1024 -> 64   (8 heads of 8, 16 blocks of 4)
//   cache block      128 -> 4       MLP      17408 -> 1088 (136 blocks of 8)
//   blocks per step   64 -> 8       vocabulary 152064 -> 480 (24 blocks of 20), longest sequence 4096 -> 128
//
// With 8 cache blocks a step the loops over the context make more than one trip, which they never do at full size.
// Whole buffers for readers, own columns for block writers (t1, t2, t14, t15, t19, t21).

module attributes {orch.model = "qwen3_14b_prefill_small"} {

  // ---- kernels ---------------------------------------------------------------------------------
  // t0
  func.func private @rmsnorm(memref<?x320xbf16> {orch.access = "read"}, memref<?x320xf32> {orch.access = "read"}, memref<16x320xbf16> {orch.access = "write"}, index, index, index) attributes {orch.core = "vector", orch.kernel}
  // t1
  func.func private @q_proj(memref<16x320xbf16> {orch.access = "read"}, memref<?x320xbf16> {orch.access = "read"}, memref<16x16xf32, strided<[320, 1], offset: ?>> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t2
  func.func private @kv_proj(memref<16x320xbf16> {orch.access = "read"}, memref<?x64xbf16> {orch.access = "read"}, memref<?x64xbf16> {orch.access = "read"}, memref<16x16xf32, strided<[64, 1], offset: ?>> {orch.access = "write"}, memref<16x16xf32, strided<[64, 1], offset: ?>> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t3
  func.func private @q_norm(memref<?x8xf32> {orch.access = "read"}, memref<16x320xf32> {orch.access = "readwrite"}, index) attributes {orch.core = "vector", orch.kernel}
  // t4
  func.func private @k_norm(memref<?x8xf32> {orch.access = "read"}, memref<16x64xf32> {orch.access = "readwrite"}, index) attributes {orch.core = "vector", orch.kernel}
  // t5
  func.func private @q_pad_fill(memref<128x8xbf16> {orch.access = "write"}) attributes {orch.core = "vector", orch.kernel}
  // t6
  func.func private @rope_kv_cache(memref<16x64xf32> {orch.access = "read"}, memref<16x64xf32> {orch.access = "read"}, memref<16x320xf32> {orch.access = "read"}, memref<128x8xf32> {orch.access = "read"}, memref<128x8xf32> {orch.access = "read"}, memref<?x8xbf16> {orch.access = "readwrite"}, memref<?x8xbf16> {orch.access = "readwrite"}, memref<128x8xbf16> {orch.access = "readwrite"}, index, index, index, index) attributes {orch.core = "vector", orch.kernel}
  // t7
  func.func private @qk_matmul(memref<16x8xbf16, strided<[8, 1], offset: ?>> {orch.access = "read"}, memref<?x8xbf16> {orch.access = "read"}, memref<?xi32> {orch.access = "read"}, memref<512x4xf32> {orch.access = "write"}, index, index, index, index, index) attributes {orch.core = "cube", orch.kernel}
  // t8
  func.func private @softmax(memref<512x4xf32> {orch.access = "read"}, memref<512x4xbf16> {orch.access = "write"}, memref<256x1xf32> {orch.access = "write"}, memref<256x1xf32> {orch.access = "write"}, index, index, index) attributes {orch.core = "vector", orch.kernel}
  // t9
  func.func private @sv_matmul(memref<512x4xbf16> {orch.access = "read"}, memref<?x8xbf16> {orch.access = "read"}, memref<?xi32> {orch.access = "read"}, memref<512x8xf32> {orch.access = "write"}, index, index, index, index, index) attributes {orch.core = "cube", orch.kernel}
  // t10
  func.func private @online_softmax_init(memref<8x8xf32> {orch.access = "write"}, memref<8x1xf32> {orch.access = "write"}, memref<8x1xf32> {orch.access = "write"}) attributes {orch.core = "vector", orch.kernel}
  // t11
  func.func private @online_softmax(memref<512x8xf32> {orch.access = "read"}, memref<256x1xf32> {orch.access = "read"}, memref<256x1xf32> {orch.access = "read"}, memref<8x8xf32> {orch.access = "readwrite"}, memref<8x1xf32> {orch.access = "readwrite"}, memref<8x1xf32> {orch.access = "readwrite"}, index, index) attributes {orch.core = "vector", orch.kernel}
  // t12
  func.func private @attention_context(memref<8x8xf32> {orch.access = "read"}, memref<8x1xf32> {orch.access = "read"}, memref<8x8xf32> {orch.access = "write"}) attributes {orch.core = "vector", orch.kernel}
  // t13
  func.func private @attention_writeback(memref<8x8xf32> {orch.access = "read"}, memref<1x320xbf16, strided<[320, 1], offset: ?>> {orch.access = "write"}, index) attributes {orch.core = "vector", orch.kernel}
  // t14
  func.func private @out_proj(memref<16x320xbf16> {orch.access = "read"}, memref<?x320xbf16> {orch.access = "read"}, memref<16x4xf32, strided<[320, 1], offset: ?>> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t15
  func.func private @out_proj_residual(memref<?x320xbf16> {orch.access = "read"}, memref<16x4xf32, strided<[320, 1], offset: ?>> {orch.access = "readwrite"}, index, index, index) attributes {orch.core = "vector", orch.kernel}
  // t16
  func.func private @post_rmsnorm(memref<16x320xf32> {orch.access = "read"}, memref<?x320xf32> {orch.access = "read"}, memref<16x320xbf16> {orch.access = "write"}, index) attributes {orch.core = "vector", orch.kernel}
  // t17
  func.func private @gate_proj(memref<16x320xbf16> {orch.access = "read"}, memref<?x1088xbf16> {orch.access = "read"}, memref<16x8xf32> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t18
  func.func private @up_proj(memref<16x320xbf16> {orch.access = "read"}, memref<?x1088xbf16> {orch.access = "read"}, memref<16x8xf32> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t19
  func.func private @silu(memref<16x8xf32> {orch.access = "read"}, memref<16x8xf32> {orch.access = "read"}, memref<16x8xbf16, strided<[1088, 1], offset: ?>> {orch.access = "write"}) attributes {orch.core = "vector", orch.kernel, orch.symbol = "silu_tile"}
  // t20
  func.func private @down_proj(memref<16x1088xbf16> {orch.access = "read"}, memref<?x320xbf16> {orch.access = "read"}, memref<16x8xf32> {orch.access = "write"}, index, index) attributes {orch.core = "cube", orch.kernel}
  // t21
  func.func private @down_proj_residual(memref<16x8xf32> {orch.access = "read"}, memref<16x320xf32> {orch.access = "read"}, memref<?x8xbf16, strided<[320, 1], offset: ?>> {orch.access = "write"}, index, index) attributes {orch.core = "vector", orch.kernel}
  // after the layers
  func.func private @gather_last_token(memref<?x320xbf16> {orch.access = "read"}, memref<?xi32> {orch.access = "read"}, memref<?xi32> {orch.access = "read"}, memref<16x320xbf16> {orch.access = "write"}, index, index) attributes {orch.core = "vector", orch.kernel}
  func.func private @final_rmsnorm(memref<16x320xbf16> {orch.access = "read"}, memref<1x320xf32> {orch.access = "read"}, memref<16x320xbf16> {orch.access = "write"}, index) attributes {orch.core = "vector", orch.kernel}
  // Each block of the grid writes its share of the vocabulary. The last two parameters receive the index of the block and
  // the number of blocks from the runtime; the submit does not pass them.
  func.func private @lm_head(memref<16x320xbf16> {orch.access = "read"}, memref<480x320xbf16> {orch.access = "read"}, memref<?x480xf32> {orch.access = "write"}, index, index {orch.block = "index"}, index {orch.block = "count"}) attributes {orch.core = "cube", orch.kernel}

  // ---- the program -----------------------------------------------------------------------------
  func.func @prefill(%hidden: memref<?x320xbf16> {orch.noalias},
                     %seq_lens: memref<?xi32> {orch.noalias},
                     %chunk_lens: memref<?xi32> {orch.noalias},
                     %chunk_offsets: memref<?xi32> {orch.noalias},
                     %rms_w: memref<?x320xf32> {orch.noalias},
                     %wq: memref<?x320xbf16> {orch.noalias},
                     %wk: memref<?x64xbf16> {orch.noalias},
                     %wv: memref<?x64xbf16> {orch.noalias},
                     %q_norm_w: memref<?x8xf32> {orch.noalias},
                     %k_norm_w: memref<?x8xf32> {orch.noalias},
                     %rope_cos: memref<128x8xf32> {orch.noalias},
                     %rope_sin: memref<128x8xf32> {orch.noalias},
                     %block_table: memref<?xi32> {orch.noalias},
                     %slot_mapping: memref<?xi32> {orch.noalias},
                     %k_cache: memref<?x8xbf16> {orch.noalias},
                     %v_cache: memref<?x8xbf16> {orch.noalias},
                     %wo: memref<?x320xbf16> {orch.noalias},
                     %post_w: memref<?x320xf32> {orch.noalias},
                     %w_gate: memref<?x1088xbf16> {orch.noalias},
                     %w_up: memref<?x1088xbf16> {orch.noalias},
                     %w_down: memref<?x320xbf16> {orch.noalias},
                     %final_w: memref<1x320xf32> {orch.noalias},
                     %lm_w: memref<480x320xbf16> {orch.noalias},
                     %out: memref<?x480xf32> {orch.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c24 = arith.constant 24 : index
    %c40 = arith.constant 40 : index
    %c80 = arith.constant 80 : index
    %c136 = arith.constant 136 : index
    %tokens = memref.dim %hidden, %c0 : memref<?x320xbf16>
    %batch = memref.dim %seq_lens, %c0 : memref<?xi32>
    %layers = memref.dim %rms_w, %c0 : memref<?x320xf32>

    // The buffer of hidden states is carried over the layers: read the old one, write a new one.
    %last = scf.for %layer = %c0 to %layers step %c1 iter_args(%h = %hidden) -> (memref<?x320xbf16>) {
      %next_hidden = orch.scope auto -> (memref<?x320xbf16>) {
        %next = orch.alloc(%tokens) : memref<?x320xbf16>
        orch.parallel %b = %c0 to %batch step %c1 {
          // Host reads: plain arguments nobody writes, so nothing to wait for.
          %token_base_i32 = memref.load %chunk_offsets[%b] : memref<?xi32>
          %seq_len_i32 = memref.load %seq_lens[%b] : memref<?xi32>
          %chunk_len_i32 = memref.load %chunk_lens[%b] : memref<?xi32>
          %token_base = arith.index_cast %token_base_i32 : i32 to index
          %seq_len = arith.index_cast %seq_len_i32 : i32 to index
          %chunk_len = arith.index_cast %chunk_len_i32 : i32 to index
          %chunk_start = arith.subi %seq_len, %chunk_len : index

          // ceil(chunk_len / 16) trips.
          scf.for %p0 = %c0 to %chunk_len step %c16 {
            %rest = arith.subi %chunk_len, %p0 : index
            %valid_tok = arith.minsi %rest, %c16 : index
            %token_p0 = arith.addi %token_base, %p0 : index

            orch.scope auto {
              %normed = orch.alloc() : memref<16x320xbf16>
              %t0 = orch.submit @rmsnorm(%h, %rms_w, %normed, %token_p0, %valid_tok, %layer : memref<?x320xbf16>, memref<?x320xf32>, memref<16x320xbf16>, index, index, index)

              %q_proj_tile = orch.alloc() : memref<16x320xf32>
              orch.parallel %c = %c0 to %c80 step %c4 {
                %q0 = arith.muli %c, %c4 : index
                %q_cols = memref.subview %q_proj_tile[0, %q0] [16, 16] [1, 1] : memref<16x320xf32> to memref<16x16xf32, strided<[320, 1], offset: ?>>
                %t1 = orch.submit @q_proj(%normed, %wq, %q_cols, %c, %layer : memref<16x320xbf16>, memref<?x320xbf16>, memref<16x16xf32, strided<[320, 1], offset: ?>>, index, index)
              }

              %k_proj_tile = orch.alloc() : memref<16x64xf32>
              %v_proj_tile = orch.alloc() : memref<16x64xf32>
              orch.parallel %c = %c0 to %c16 step %c4 {
                %kv0 = arith.muli %c, %c4 : index
                %k_cols = memref.subview %k_proj_tile[0, %kv0] [16, 16] [1, 1] : memref<16x64xf32> to memref<16x16xf32, strided<[64, 1], offset: ?>>
                %v_cols = memref.subview %v_proj_tile[0, %kv0] [16, 16] [1, 1] : memref<16x64xf32> to memref<16x16xf32, strided<[64, 1], offset: ?>>
                %t2 = orch.submit @kv_proj(%normed, %wk, %wv, %k_cols, %v_cols, %c, %layer : memref<16x320xbf16>, memref<?x64xbf16>, memref<?x64xbf16>, memref<16x16xf32, strided<[64, 1], offset: ?>>, memref<16x16xf32, strided<[64, 1], offset: ?>>, index, index)
              }

              orch.parallel %c = %c0 to %c40 step %c40 {
                %t3 = orch.submit @q_norm(%q_norm_w, %q_proj_tile, %layer : memref<?x8xf32>, memref<16x320xf32>, index)
              }
              orch.parallel %c = %c0 to %c8 step %c8 {
                %t4 = orch.submit @k_norm(%k_norm_w, %k_proj_tile, %layer : memref<?x8xf32>, memref<16x64xf32>, index)
              }

              // Attention: dynamic loops and a host read.
              %attn = orch.alloc() : memref<16x320xbf16>
              %pos0 = arith.addi %chunk_start, %p0 : index
              scf.for %ti = %c0 to %valid_tok step %c1 {
                orch.scope auto {
                  %pos = arith.addi %pos0, %ti : index
                  %ctx_len = arith.addi %pos, %c1 : index
                  %ctx_blocks = arith.ceildivui %ctx_len, %c4 : index

                  %q_pad = orch.alloc() : memref<128x8xbf16>
                  orch.parallel %g = %c0 to %c8 step %c8 {
                    %t5 = orch.submit @q_pad_fill(%q_pad : memref<128x8xbf16>)
                  }

                  %token = arith.addi %token_p0, %ti : index
                  %slot_i32 = memref.load %slot_mapping[%token] : memref<?xi32>
                  %slot = arith.index_cast %slot_i32 : i32 to index
                  orch.parallel %g = %c0 to %c8 step %c8 {
                    %t6 = orch.submit @rope_kv_cache(%k_proj_tile, %v_proj_tile, %q_proj_tile, %rope_cos, %rope_sin, %k_cache, %v_cache, %q_pad, %ti, %pos, %slot, %layer : memref<16x64xf32>, memref<16x64xf32>, memref<16x320xf32>, memref<128x8xf32>, memref<128x8xf32>, memref<?x8xbf16>, memref<?x8xbf16>, memref<128x8xbf16>, index, index, index, index)
                  }

                  %attn_row = memref.subview %attn[%ti, 0] [1, 320] [1, 1] : memref<16x320xbf16> to memref<1x320xbf16, strided<[320, 1], offset: ?>>
                  scf.for %gi = %c0 to %c8 step %c1 {
                    %g0 = arith.muli %gi, %c16 : index
                    %q_rows = memref.subview %q_pad[%g0, 0] [16, 8] [1, 1] : memref<128x8xbf16> to memref<16x8xbf16, strided<[8, 1], offset: ?>>
                    %scores = orch.alloc() : memref<512x4xf32>
                    %expd = orch.alloc() : memref<512x4xbf16>
                    %oi_tmp = orch.alloc() : memref<512x8xf32>
                    %mi = orch.alloc() : memref<256x1xf32>
                    %li = orch.alloc() : memref<256x1xf32>
                    orch.parallel %sb = %c0 to %ctx_blocks step %c8 {
                      %t7 = orch.submit @qk_matmul(%q_rows, %k_cache, %block_table, %scores, %b, %gi, %sb, %ctx_blocks, %layer : memref<16x8xbf16, strided<[8, 1], offset: ?>>, memref<?x8xbf16>, memref<?xi32>, memref<512x4xf32>, index, index, index, index, index)
                    }
                    orch.parallel %sb = %c0 to %ctx_blocks step %c8 {
                      %t8 = orch.submit @softmax(%scores, %expd, %mi, %li, %sb, %ctx_blocks, %ctx_len : memref<512x4xf32>, memref<512x4xbf16>, memref<256x1xf32>, memref<256x1xf32>, index, index, index)
                    }
                    orch.parallel %sb = %c0 to %ctx_blocks step %c8 {
                      %t9 = orch.submit @sv_matmul(%expd, %v_cache, %block_table, %oi_tmp, %b, %gi, %sb, %ctx_blocks, %layer : memref<512x4xbf16>, memref<?x8xbf16>, memref<?xi32>, memref<512x8xf32>, index, index, index, index, index)
                    }

                    %oi = orch.alloc() : memref<8x8xf32>
                    %li2 = orch.alloc() : memref<8x1xf32>
                    %mi2 = orch.alloc() : memref<8x1xf32>
                    %t10 = orch.submit @online_softmax_init(%oi, %li2, %mi2 : memref<8x8xf32>, memref<8x1xf32>, memref<8x1xf32>)
                    scf.for %sb = %c0 to %ctx_blocks step %c8 {
                      %t11 = orch.submit @online_softmax(%oi_tmp, %mi, %li, %oi, %li2, %mi2, %sb, %ctx_blocks : memref<512x8xf32>, memref<256x1xf32>, memref<256x1xf32>, memref<8x8xf32>, memref<8x1xf32>, memref<8x1xf32>, index, index)
                    }
                    %ctx = orch.alloc() : memref<8x8xf32>
                    %t12 = orch.submit @attention_context(%oi, %li2, %ctx : memref<8x8xf32>, memref<8x1xf32>, memref<8x8xf32>)
                    %t13 = orch.submit @attention_writeback(%ctx, %attn_row, %gi : memref<8x8xf32>, memref<1x320xbf16, strided<[320, 1], offset: ?>>, index)
                  }
                }
              }

              %resid1 = orch.alloc() : memref<16x320xf32>
              scf.for %ob = %c0 to %c80 step %c1 {
                %o0 = arith.muli %ob, %c4 : index
                %r_cols = memref.subview %resid1[0, %o0] [16, 4] [1, 1] : memref<16x320xf32> to memref<16x4xf32, strided<[320, 1], offset: ?>>
                %t14 = orch.submit @out_proj(%attn, %wo, %r_cols, %ob, %layer : memref<16x320xbf16>, memref<?x320xbf16>, memref<16x4xf32, strided<[320, 1], offset: ?>>, index, index)
                %t15 = orch.submit @out_proj_residual(%h, %r_cols, %ob, %token_p0, %valid_tok : memref<?x320xbf16>, memref<16x4xf32, strided<[320, 1], offset: ?>>, index, index, index)
              }
              %post = orch.alloc() : memref<16x320xbf16>
              %t16 = orch.submit @post_rmsnorm(%resid1, %post_w, %post, %layer : memref<16x320xf32>, memref<?x320xf32>, memref<16x320xbf16>, index)

              %mlp = orch.alloc() : memref<16x1088xbf16>
              scf.for %ob = %c0 to %c136 step %c1 {
                %gate = orch.alloc() : memref<16x8xf32>
                %t17 = orch.submit @gate_proj(%post, %w_gate, %gate, %ob, %layer : memref<16x320xbf16>, memref<?x1088xbf16>, memref<16x8xf32>, index, index)
                %up = orch.alloc() : memref<16x8xf32>
                %t18 = orch.submit @up_proj(%post, %w_up, %up, %ob, %layer : memref<16x320xbf16>, memref<?x1088xbf16>, memref<16x8xf32>, index, index)
                %m0 = arith.muli %ob, %c8 : index
                %m_cols = memref.subview %mlp[0, %m0] [16, 8] [1, 1] : memref<16x1088xbf16> to memref<16x8xbf16, strided<[1088, 1], offset: ?>>
                %t19 = orch.submit @silu(%gate, %up, %m_cols : memref<16x8xf32>, memref<16x8xf32>, memref<16x8xbf16, strided<[1088, 1], offset: ?>>)
              }

              scf.for %db = %c0 to %c40 step %c1 {
                %down = orch.alloc() : memref<16x8xf32>
                %t20 = orch.submit @down_proj(%mlp, %w_down, %down, %db, %layer : memref<16x1088xbf16>, memref<?x320xbf16>, memref<16x8xf32>, index, index)
                %d0 = arith.muli %db, %c8 : index
                %n_cols = memref.subview %next[%token_p0, %d0] [%valid_tok, 8] [1, 1] : memref<?x320xbf16> to memref<?x8xbf16, strided<[320, 1], offset: ?>>
                %t21 = orch.submit @down_proj_residual(%down, %resid1, %n_cols, %db, %valid_tok : memref<16x8xf32>, memref<16x320xf32>, memref<?x8xbf16, strided<[320, 1], offset: ?>>, index, index)
              }
            }
          }
        }
        orch.yield %next : memref<?x320xbf16>
      }
      scf.yield %next_hidden : memref<?x320xbf16>
    }

    %final_hidden = orch.alloc() : memref<16x320xbf16>
    orch.parallel %b0 = %c0 to %c16 step %c16 {
      %t22 = orch.submit @gather_last_token(%last, %chunk_offsets, %chunk_lens, %final_hidden, %b0, %batch : memref<?x320xbf16>, memref<?xi32>, memref<?xi32>, memref<16x320xbf16>, index, index)
    }
    %final_normed = orch.alloc() : memref<16x320xbf16>
    orch.parallel %b0 = %c0 to %c16 step %c16 {
      %t23 = orch.submit @final_rmsnorm(%final_hidden, %final_w, %final_normed, %b0 : memref<16x320xbf16>, memref<1x320xf32>, memref<16x320xbf16>, index)
    }
    // A grid of 24 blocks.
    %t24 = orch.submit @lm_head(%final_normed, %lm_w, %out, %batch : memref<16x320xbf16>, memref<480x320xbf16>, memref<?x480xf32>, index) blocks(%c24)
    return
  }
}
