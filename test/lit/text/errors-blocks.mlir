// RUN: baton-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s
// Blocks that branches cannot lead to, and ops that no flag allows.

// expected-error@+1 {{'func.func' op entry block of region may not have predecessors}}
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^self:
  "a.branch"() [^self] : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{unregistered operation 'arith.foo' found in dialect ('arith') that does not allow unknown operations}}
"arith.foo"() : () -> ()
