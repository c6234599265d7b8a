;; Sets an error at an offset that was never allocated: there is no text.
;; expect: evaluate internal "evaluate_activation returned 1 and set no error"
;; lua: none
(module
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $error_set (i64.const 0x7fffffffffffffff))
    (i32.const 1)))
