// RUN: false | cat
// A command that fails on the left side of a pipe fails its test; this test is one, and must be seen to fail.
// XFAIL: *
