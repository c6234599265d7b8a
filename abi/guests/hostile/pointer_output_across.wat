;; Answers bytes of two blocks at once: they are its own, and no JSON.
;; expect: decide internal "not JSON"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 8)))
    (drop (call $alloc (i64.const 8)))
    (call $output_set (local.get $block) (i64.const 16))
    (i32.const 0)))
