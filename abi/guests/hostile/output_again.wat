;; Sets the largest answer that is allowed again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 262144)))
    (loop $again (call $output_set (local.get $block) (i64.const 262144)) (br $again))
    (i32.const 0)))
