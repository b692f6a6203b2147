// RUN: rm -rf %t && mkdir %t && qwen3-model write %t/in
// The reduced Qwen3 prefill gives the bytes of a sequential run, with passes, optimised, on several workers, repeatedly.
// RUN: baton-run %models/qwen3_14b_prefill_small.mlir --kernels=%kernels --args-dir=%t/in --out=23:%t/out.npy --out=14:%t/k_cache.npy --out=15:%t/v_cache.npy && qwen3-model check %t
// RUN: baton-run %models/qwen3_14b_prefill_small.mlir --kernels=%kernels --args-dir=%t/in --out=23:%t/out.npy --out=14:%t/k_cache.npy --out=15:%t/v_cache.npy --orchestrate --repeat=2 && qwen3-model check %t
// RUN: baton-run %models/qwen3_14b_prefill_small.mlir --kernels=%kernels --args-dir=%t/in --out=23:%t/out.npy --out=14:%t/k_cache.npy --out=15:%t/v_cache.npy --orchestrate -O2 --workers=vector:2,cube:1 && qwen3-model check %t
// RUN: baton-translate %models/qwen3_14b_prefill.mlir --emit=obj -o %t/full.o
