// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// qwen3-model: inputs of the reduced Qwen3-14B prefill as files, and the verdict on what a run made of them.
//
//   write DIR   writes every argument as DIR/NN_name.npy, NN counting from 00 in the order of @prefill's parameters
//   check DIR   reads DIR/out.npy, k_cache.npy and v_cache.npy as a run left them; they must be the bytes that the
//               program leaves when run sequentially, and agree with the reference
//   self [DIR]  runs the program sequentially and compares it with the reference; writes the results to DIR
//
// DIR is made if it does not exist. `check` has to be told the layers, sequences and seed that `write` was told.
// Exit status: 0, 1 for a mismatch or unreadable files, 64 for wrong usage.
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "qwen3_data.h"
#include "qwen3_npy.h"
#include "qwen3_reference.h"
#include "qwen3_schedule.h"

typedef struct options {
  qwen3_config config;
  const char *command, *dir;
} options;

static const qwen3_arg results[] = {QWEN3_ARG_OUT, QWEN3_ARG_K_CACHE, QWEN3_ARG_V_CACHE};
enum { NUM_RESULTS = sizeof results / sizeof results[0] };

// How far a result may be from the reference, relative to the root mean square of the reference: as a whole (root mean
// square of the differences) and in a single element.
//
// Both sides round to bf16 in the same places, and where sums in float and in double fall on different sides of a
// rounding they differ by a step, 2^-8 relative. A few stages turn any noise into noise of that size, so the distance
// does not depend on the precision of the sums: two references whose values differ by a relative 1e-6 are 0.0036,
// 0.0078 and 0.013 apart in the logits after 1, 2 and 4 layers. Measured between kernels and reference over five seeds:
// at most 0.0041, 0.0084 and 0.015 as a whole, 0.015, 0.039 and 0.086 in the worst element. The bounds are about three
// times that. In trials that left out one task (the first, the middle or the last of each kind) they were exceeded,
// but for q_pad_fill, whose rows reach no result.
typedef struct bounds {
  double rms, element;
} bounds;

static bounds bounds_for(size_t layers) {
  double rms = 0.004 + 0.01 * (double)layers;
  return (bounds){.rms = rms, .element = 5.0 * rms};
}

static bool agrees_with_reference(const qwen3_array *actual, const double *expected, bounds limit) {
  size_t count = qwen3_array_count(actual);
  double squares = 0.0, error_squares = 0.0, largest = 0.0;
  size_t worst = 0;
  for (size_t i = 0; i < count; i++) {
    double error = fabs(qwen3_array_get(actual, i) - expected[i]);
    squares += expected[i] * expected[i];
    error_squares += error * error;
    if (!isnan(largest) && !(error <= largest)) { // a NaN is the worst
      largest = error;
      worst = i;
    }
  }
  double rms = sqrt(squares / (double)(count ? count : 1));
  double unit = rms > 0.0 ? rms : 1.0;
  double error_rms = sqrt(error_squares / (double)(count ? count : 1)) / unit;
  bool agrees = error_rms <= limit.rms && largest / unit <= limit.element;
  printf("%-8s against the reference: rms error %.5f (bound %.3f), largest %.5f (bound %.3f) of rms "
         "%.4f: %s\n",
         actual->name, error_rms, limit.rms, largest / unit, limit.element, rms, agrees ? "ok" : "MISMATCH");
  if (!agrees)
    printf("%-8s element [%zu, %zu] is %g, expected %g\n", actual->name, worst / actual->dims[1],
           worst % actual->dims[1], qwen3_array_get(actual, worst), expected[worst]);
  return agrees;
}

static bool equals_sequential(const qwen3_array *actual, const qwen3_array *expected) {
  size_t count = qwen3_array_count(actual);
  size_t elem_bytes = qwen3_elem_bytes(actual->elem);
  size_t different = 0, first = 0;
  for (size_t i = count; i-- > 0;)
    if (memcmp((const char *)actual->data + i * elem_bytes, (const char *)expected->data + i * elem_bytes,
               elem_bytes) != 0) {
      different++;
      first = i;
    }
  printf("%-8s against a sequential run: %zu of %zu elements differ: %s\n", actual->name, different, count,
         different ? "MISMATCH" : "ok");
  if (different)
    printf("%-8s first difference at [%zu, %zu]: %.9g, expected %.9g\n", actual->name, first / actual->dims[1],
           first % actual->dims[1], qwen3_array_get(actual, first), qwen3_array_get(expected, first));
  return different == 0;
}

static const double *reference_of(const qwen3_reference *reference, qwen3_arg arg) {
  return arg == QWEN3_ARG_OUT ? reference->logits : arg == QWEN3_ARG_K_CACHE ? reference->k_cache : reference->v_cache;
}

static bool all_agree_with_reference(const qwen3_data *data, const qwen3_reference *reference) {
  bool agree = true;
  for (size_t i = 0; i < NUM_RESULTS; i++)
    agree &=
        agrees_with_reference(&data->args[results[i]], reference_of(reference, results[i]), bounds_for(data->layers));
  return agree;
}

static bool join_path(char out[PATH_MAX], const char *dir, int number, const char *name) {
  int length = number < 0 ? snprintf(out, PATH_MAX, "%s/%s.npy", dir, name)
                          : snprintf(out, PATH_MAX, "%s/%02d_%s.npy", dir, number, name);
  if (length >= 0 && length < PATH_MAX)
    return true;
  fprintf(stderr, "%s: error: the path is too long\n", dir);
  return false;
}

// Makes the directory unless it exists.
static bool make_dir(const char *dir) {
  if (mkdir(dir, 0777) == 0 || errno == EEXIST)
    return true;
  fprintf(stderr, "%s: error: %s\n", dir, strerror(errno));
  return false;
}

static bool write_inputs(const qwen3_data *data, const char *dir) {
  char path[PATH_MAX];
  if (!make_dir(dir))
    return false;
  for (int i = 0; i < QWEN3_NUM_ARGS; i++)
    if (!join_path(path, dir, i, data->args[i].name) || !qwen3_npy_write(path, &data->args[i]))
      return false;
  return true;
}

static bool write_results(const qwen3_data *data, const char *dir) {
  char path[PATH_MAX];
  if (!make_dir(dir))
    return false;
  for (size_t i = 0; i < NUM_RESULTS; i++) {
    const qwen3_array *array = &data->args[results[i]];
    if (!join_path(path, dir, -1, array->name) || !qwen3_npy_write(path, array))
      return false;
  }
  return true;
}

static bool read_results(qwen3_data *data, const char *dir) {
  char path[PATH_MAX];
  bool done = true;
  for (size_t i = 0; i < NUM_RESULTS; i++) {
    qwen3_array *array = &data->args[results[i]];
    done &= join_path(path, dir, -1, array->name) && qwen3_npy_read(path, array);
  }
  return done;
}

static void print_tallies(const qwen3_tally *tallies) {
  qwen3_tally all = {0, 0};
  for (int kind = 0; kind < QWEN3_NUM_TASKS; kind++) {
    const qwen3_tally *tally = &tallies[kind];
    double each = tally->count ? (double)tally->ns * 1e-3 / (double)tally->count : 0.0;
    printf("t%-3d %-20s %7llu tasks, %8.2f us each\n", kind, qwen3_task_name(kind), (unsigned long long)tally->count,
           each);
    all.count += tally->count;
    all.ns += tally->ns;
  }
  printf("all %llu tasks, %.3f s\n", (unsigned long long)all.count, (double)all.ns * 1e-9);
}

static bool run_self(qwen3_data *data, const qwen3_reference *reference, const char *dir) {
  qwen3_tally tallies[QWEN3_NUM_TASKS];
  if (!qwen3_schedule_run(data, tallies)) {
    fputs("error: out of memory\n", stderr);
    return false;
  }
  print_tallies(tallies);
  return all_agree_with_reference(data, reference) && (!dir || write_results(data, dir));
}

// `data` is run here for the exact results, `actual` gets what the files say.
static bool run_check(qwen3_data *data, qwen3_data *actual, const qwen3_reference *reference, const char *dir) {
  qwen3_tally tallies[QWEN3_NUM_TASKS];
  if (!read_results(actual, dir))
    return false;
  if (!qwen3_schedule_run(data, tallies)) {
    fputs("error: out of memory\n", stderr);
    return false;
  }
  bool equal = true;
  for (size_t i = 0; i < NUM_RESULTS; i++)
    equal &= equals_sequential(&actual->args[results[i]], &data->args[results[i]]);
  return all_agree_with_reference(actual, reference) && equal;
}

static bool run_command(const options *opts) {
  qwen3_data data, actual = {0};
  qwen3_reference reference = {0};
  if (!qwen3_data_init(&data, &opts->config)) {
    fputs("error: out of memory\n", stderr);
    return false;
  }
  bool done = false;
  if (strcmp(opts->command, "write") == 0)
    done = write_inputs(&data, opts->dir);
  else if (!qwen3_reference_init(&reference, &data) || !qwen3_data_init(&actual, &opts->config))
    fputs("error: out of memory\n", stderr);
  else if (strcmp(opts->command, "check") == 0)
    done = run_check(&data, &actual, &reference, opts->dir);
  else
    done = run_self(&data, &reference, opts->dir);
  qwen3_reference_deinit(&reference);
  qwen3_data_deinit(&actual);
  qwen3_data_deinit(&data);
  return done;
}

// LENGTH[:NEW],...
static bool parse_sequences(const char *text, qwen3_config *config) {
  config->batch = 0;
  for (;;) {
    char *end;
    long length = strtol(text, &end, 10);
    long tokens = length;
    if (end == text)
      return false;
    if (*end == ':') {
      text = end + 1;
      tokens = strtol(text, &end, 10);
      if (end == text)
        return false;
    }
    if (config->batch == QWEN3_BATCH_ROWS || length < 0 || length > QWEN3_MAX_SEQ || tokens < 0 || tokens > length)
      return false;
    config->seq_lens[config->batch] = (int32_t)length;
    config->chunk_lens[config->batch++] = (int32_t)tokens;
    if (*end != ',')
      return *end == '\0';
    text = end + 1;
  }
}

static bool parse_number(const char *text, uint64_t limit, uint64_t *out) {
  char *end;
  *out = strtoull(text, &end, 0);
  return end != text && *end == '\0' && *text != '-' && *out <= limit;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
  options *opts = state->input;
  uint64_t number = 0;
  switch (key) {
  case 'l':
    if (!parse_number(text, 64, &number))
      argp_error(state, "--layers needs a number from 0 to 64");
    opts->config.layers = (size_t)number;
    return 0;
  case 's':
    if (!parse_number(text, UINT64_MAX, &opts->config.seed))
      argp_error(state, "--seed needs a number");
    return 0;
  case 'q':
    if (!parse_sequences(text, &opts->config))
      argp_error(state, "--sequences needs up to 16 of LENGTH[:NEW], 128 >= LENGTH >= NEW");
    return 0;
  case ARGP_KEY_ARG:
    if (state->arg_num > 1)
      return ARGP_ERR_UNKNOWN;
    *(state->arg_num == 0 ? &opts->command : &opts->dir) = text;
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static bool is_command(const options *opts) {
  if (!opts->command)
    return false;
  if (strcmp(opts->command, "self") == 0)
    return true;
  return opts->dir && (strcmp(opts->command, "write") == 0 || strcmp(opts->command, "check") == 0);
}

int main(int argc, char **argv) {
  const struct argp_option rows[] = {
      {"layers", 'l', "N", 0, "number of layers (2)", 0},
      {"seed", 's', "N", 0, "seed of the inputs (1)", 0},
      {"sequences", 'q', "LENGTH[:NEW],...", 0,
       "positions of each sequence and how many of them are new: all of them if left out "
       "(37,90:53)",
       0},
      {0}};
  const struct argp parser = {.options = rows,
                              .parser = parse_option,
                              .args_doc = "write DIR\ncheck DIR\nself [DIR]",
                              .doc = "Inputs and expected results of the reduced Qwen3-14B prefill."};
  options opts = {.config = {.seed = 1, .layers = 2, .batch = 2, .seq_lens = {37, 90}, .chunk_lens = {37, 53}}};
  argp_parse(&parser, argc, argv, 0, NULL, &opts);
  const char *problem =
      is_command(&opts) ? qwen3_config_problem(&opts.config) : "expected write DIR, check DIR or self [DIR]";
  if (problem) {
    fprintf(stderr, "qwen3-model: error: %s\n", problem);
    return 64;
  }
  return run_command(&opts) ? EXIT_SUCCESS : EXIT_FAILURE;
}
