// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and replacing whole files.
#include "tool_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_READ_BYTES = 64 << 10, LEAST_MAPPED_BYTES = 64 << 10, DEFAULT_MODE = 0666, PERMISSION_BITS = 07777 };

// Emits "cannot VERB 'PATH': reason" for errno. Always false.
static bool fail(baton_diag *diag, const char *verb, const char *path) {
  const char *reason = strerror(errno);
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "cannot %s '%s': %s", verb, path, reason);
  return false;
}

const char *tool_input_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

static void reserve(baton_strbuf *buffer, size_t capacity) {
  buffer->data = baton_mem_resize(buffer->data, capacity);
  buffer->capacity = capacity;
}

// Reads to the end. With the right expectation there is one large read, and one that finds the end.
static bool read_all(int file, size_t expected_bytes, baton_strbuf *out) {
  reserve(out, out->size + (expected_bytes ? expected_bytes : FIRST_READ_BYTES) + 2);
  for (;;) {
    if (out->capacity - out->size < 2)
      reserve(out, out->capacity * 2);
    ssize_t bytes = read(file, out->data + out->size, out->capacity - out->size - 1);
    if (bytes < 0 && errno == EINTR)
      continue;
    out->size += bytes > 0 ? (size_t)bytes : 0;
    out->data[out->size] = 0;
    if (bytes <= 0)
      return bytes == 0;
  }
}

bool tool_read_file(baton_diag *diag, const char *path, baton_strbuf *out) {
  bool is_stdin = strcmp(path, "-") == 0;
  int file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return fail(diag, "open input file", path);
  struct stat status;
  bool has_size = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  bool is_good = read_all(file, has_size ? (size_t)status.st_size : 0, out);
  if (!is_good)
    fail(diag, "read input file", tool_input_name(path));
  if (!is_stdin)
    close(file);
  return is_good;
}

// ---- input ------------------------------------------------------------------------------------------------------

// Whether the file was mapped: a regular one for which that is worth while.
static bool map(tool_input *input, const char *path) {
  int file = strcmp(path, "-") == 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= LEAST_MAPPED_BYTES) {
    void *mapping = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping != MAP_FAILED) {
      input->mapping = mapping;
      input->text = (baton_str){mapping, (size_t)status.st_size};
    }
  }
  if (file >= 0)
    close(file);
  return input->mapping != NULL;
}

bool tool_input_open(tool_input *input, baton_diag *diag, const char *path) {
  *input = (tool_input){0};
  if (map(input, path))
    return true;
  bool is_good = tool_read_file(diag, path, &input->copy);
  input->text = baton_strbuf_view(&input->copy);
  return is_good;
}

void tool_input_drop(const tool_input *input, size_t offset) {
  size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
  if (input->mapping && offset >= page_bytes)
    madvise(input->mapping, offset / page_bytes * page_bytes, MADV_DONTNEED);
}

void tool_input_close(tool_input *input) {
  if (input->mapping)
    munmap(input->mapping, input->text.size);
  baton_strbuf_deinit(&input->copy);
  *input = (tool_input){0};
}

// ---- output -----------------------------------------------------------------------------------------------------

static mode_t new_file_mode(void) {
  mode_t mask = umask(0);
  umask(mask);
  return DEFAULT_MODE & ~mask;
}

// Opens a file beside the target, to be put in its place.
static bool open_temporary(tool_output *output) {
  const char *slash = strrchr(output->target, '/');
  baton_strbuf_append(&output->temporary,
                      (baton_str){output->target, slash ? (size_t)(slash - output->target) + 1 : 0});
  baton_strbuf_append(&output->temporary, BATON_STR(".baton-XXXXXX"));
  output->file = mkostemp(output->temporary.data, O_CLOEXEC);
  return output->file >= 0 || fail(output->diag, "write output file", output->target);
}

static bool open_file(tool_output *output) {
  const char *path = output->path;
  struct stat status;
  bool exists = stat(path, &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) { // cannot be replaced
    output->file = open(path, O_WRONLY | O_CLOEXEC);
    return output->file >= 0 || fail(output->diag, "open output file", path);
  }
  output->mode = exists ? status.st_mode & PERMISSION_BITS : new_file_mode();
  output->target = exists ? realpath(path, NULL) : strdup(path); // the file that a link means, not the link
  if (!output->target || (exists && access(output->target, W_OK) != 0))
    return fail(output->diag, "open output file", path);
  return open_temporary(output);
}

static void deinit_output(tool_output *output) {
  free(output->target);
  baton_strbuf_deinit(&output->temporary);
}

bool tool_output_open(tool_output *output, baton_diag *diag, const char *path) {
  *output = (tool_output){.diag = diag, .path = path, .file = STDOUT_FILENO};
  bool is_good = strcmp(path, "-") == 0 || open_file(output);
  if (!is_good)
    deinit_output(output);
  return is_good;
}

static bool fail_writing(const tool_output *output) {
  if (output->file == STDOUT_FILENO)
    return fail(output->diag, "write", "<stdout>");
  return fail(output->diag, "write output file", output->target ? output->target : output->path);
}

// False with errno set.
static bool write_all(int file, baton_str piece) {
  while (piece.size) {
    ssize_t bytes = write(file, piece.data, piece.size);
    if (bytes < 0 && errno == EINTR)
      continue;
    if (bytes < 0)
      return false;
    piece.data += bytes;
    piece.size -= (size_t)bytes;
  }
  return true;
}

bool tool_output_write(tool_output *output, baton_str piece) {
  return write_all(output->file, piece) || fail_writing(output);
}

// Gives a finished temporary file the target's name. False with errno set.
static bool put_in_place(const tool_output *output) {
  bool has_mode = fchmod(output->file, output->mode) == 0;
  int error = errno;
  bool is_closed = close(output->file) == 0;
  if (!has_mode)
    errno = error;
  return has_mode && is_closed && rename(output->temporary.data, output->target) == 0;
}

bool tool_output_complete(const tool_output *output, baton_str data) {
  bool is_good = write_all(output->file, data) && (!output->target || put_in_place(output));
  if (!is_good && output->target)
    unlink(output->temporary.data);
  return is_good;
}

bool tool_output_close(tool_output *output, bool is_complete) {
  bool is_good = true;
  if (output->target) {
    if (is_complete)
      is_good = put_in_place(output) || fail_writing(output);
    else
      close(output->file);
    if (!is_complete || !is_good)
      unlink(output->temporary.data);
  } else if (output->file != STDOUT_FILENO) {
    is_good = close(output->file) == 0 || !is_complete || fail_writing(output);
  }
  deinit_output(output);
  return is_good;
}

bool tool_write_file(baton_diag *diag, const char *path, baton_str data) {
  tool_output output;
  if (!tool_output_open(&output, diag, path))
    return false;
  bool is_good = tool_output_write(&output, data);
  return tool_output_close(&output, is_good) && is_good;
}
