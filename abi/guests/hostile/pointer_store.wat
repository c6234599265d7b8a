;; Writes a byte at offset 2^32 beyond a block: cut to 32 bits it would hit it.
;; expect: evaluate internal "store_u8: offset 4294967304 is outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $store_u8 (i64.add (call $alloc (i64.const 8)) (i64.const 0x100000000)) (i32.const 1))
    (i32.const 0)))
