# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the tools on text. Line 1 of a test is RUN, line 2 says what is guarded.

Commands run in bash with pipefail: a failing left side of a pipe fails the test. Substitutions besides lit's own:

    %lib          folder of the libraries that were built (libbaton-passes.so)
    %plugins      folder of the pass plugins for tests, good and bad
    %models       test/models in the source tree
    %kernels      the kernel library of the Qwen3 programs
    %run_kernels  the kernel library of the tests in run/
    %build        the build folder
    %source       the source tree
    %lit_source   test/lit in the source tree
    %cc           the C compiler of this build
    %sanitize     its options where the build has sanitizers

Features: gdb, mlir-opt, sanitized, thread-sanitized.
"""

import os
import shutil

import lit.formats

if not hasattr(config, "bin_dir"):
    lit_config.fatal("run the tests through the build: lit BUILD/test/lit")

config.name = "baton"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.source_dir, "test", "lit")
config.test_exec_root = config.output_dir

if not lit_config.getBashPath():
    lit_config.fatal("bash is needed: without it a failing left side of a pipe would pass")

config.environment["PATH"] = os.pathsep.join([config.bin_dir, config.llvm_bin_dir, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
if config.is_sanitized:
    config.environment["ASAN_OPTIONS"] = "detect_leaks=1"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    config.available_features.add("sanitized")
if config.is_thread_sanitized:
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1"
    config.available_features.add("thread-sanitized")
if shutil.which("gdb"):
    config.available_features.add("gdb")
if os.path.exists(os.path.join(config.llvm_bin_dir, "mlir-opt")):
    config.available_features.add("mlir-opt")

for name, value in {
    "%run_kernels": os.path.join(config.lib_dir, "librun_kernels.so"),
    "%kernels": config.kernels,
    "%models": os.path.join(config.source_dir, "test", "models"),
    "%plugins": config.plugin_dir,
    "%lib": config.lib_dir,
    "%build": config.build_dir,
    "%source": config.source_dir,
    "%lit_source": config.test_source_root,
    "%cc": config.c_compiler,
    "%sanitize": "-fsanitize=address,undefined" if config.is_sanitized else "-fsanitize=thread" if config.is_thread_sanitized else "",
}.items():
    config.substitutions.append((name, value))
