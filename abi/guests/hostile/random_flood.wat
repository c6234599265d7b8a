;; Takes random numbers without end.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: math_long.lua
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $random_get (i32.const 0) (i32.const 65536))) (br $again))
    (i32.const 0)))
