;; Writes eight bytes at offset 0, which is no block.
;; expect: evaluate internal "store_u64: offset 0 is outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $store_u64 (i64.const 0) (i64.const 1))
    (i32.const 0)))
