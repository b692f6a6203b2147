// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and replacing whole files.
#include "tool_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_READ_BYTES = 64 << 10, DEFAULT_MODE = 0666, PERMISSION_BITS = 07777 };

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

static bool write_all(int file, baton_str data) {
  while (data.size) {
    ssize_t bytes = write(file, data.data, data.size);
    if (bytes < 0 && errno == EINTR)
      continue;
    if (bytes < 0)
      return false;
    data.data += bytes;
    data.size -= (size_t)bytes;
  }
  return true;
}

// Writes what cannot be replaced: a device, a pipe.
static bool write_in_place(baton_diag *diag, const char *path, baton_str data) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return fail(diag, "open output file", path);
  bool is_good = write_all(file, data);
  if (!is_good)
    fail(diag, "write output file", path);
  return (close(file) == 0 || (is_good && fail(diag, "write output file", path))) && is_good;
}

static mode_t new_file_mode(void) {
  mode_t mask = umask(0);
  umask(mask);
  return DEFAULT_MODE & ~mask;
}

// Fills an open temporary file, closes it and gives it the target's name. False with errno set.
static bool finish(int file, const char *temporary, const char *target, mode_t mode, baton_str data) {
  bool is_written = write_all(file, data) && fchmod(file, mode) == 0;
  int error = errno;
  bool is_closed = close(file) == 0;
  if (!is_written)
    errno = error;
  return is_written && is_closed && rename(temporary, target) == 0;
}

// Writes a file beside the target and puts it in the target's place.
static bool replace(baton_diag *diag, const char *target, mode_t mode, baton_str data) {
  baton_strbuf temporary = {0};
  const char *slash = strrchr(target, '/');
  baton_strbuf_append(&temporary, (baton_str){target, slash ? (size_t)(slash - target) + 1 : 0});
  baton_strbuf_append(&temporary, BATON_STR(".baton-XXXXXX"));
  int file = mkostemp(temporary.data, O_CLOEXEC);
  bool is_good = file >= 0 && finish(file, temporary.data, target, mode, data);
  if (!is_good) {
    fail(diag, "write output file", target);
    if (file >= 0)
      unlink(temporary.data);
  }
  baton_strbuf_deinit(&temporary);
  return is_good;
}

bool tool_write_file(baton_diag *diag, const char *path, baton_str data) {
  if (strcmp(path, "-") == 0)
    return write_all(STDOUT_FILENO, data) || fail(diag, "write", "<stdout>");
  struct stat status;
  if (stat(path, &status) != 0)
    return replace(diag, path, new_file_mode(), data);
  if (!S_ISREG(status.st_mode))
    return write_in_place(diag, path, data);
  char *target = realpath(path, NULL); // the file that a link means, not the link
  if (!target || access(target, W_OK) != 0) {
    free(target);
    return fail(diag, "open output file", path);
  }
  bool is_good = replace(diag, target, status.st_mode & PERMISSION_BITS, data);
  free(target);
  return is_good;
}
