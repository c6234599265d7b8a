;; Reads and writes variables and the log under offsets that are no blocks.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "length" (func $length (param i64) (result i64)))
  (import "extism:host/env" "log_info" (func $log_info (param i64)))
  (import "extism:host/env" "var_get" (func $var_get (param i64) (result i64)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $var_set (i64.const -1) (i64.const 0x100000008))
    (call $log_info (i64.const 0x8000000000000000))
    (i64.ne (i64.const 0) (i64.or (call $var_get (i64.const -8)) (call $length (i64.const -1))))))
