;; Two functions call each other for ever.
;; expect: evaluate limit "recursion: calls nested deeper than the stack allows"
;; lua: recursion_pcall.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $one (param i32) (result i32) (i32.add (call $two (local.get 0)) (i32.const 1)))
  (func $two (param i32) (result i32) (i32.add (call $one (local.get 0)) (i32.const 1)))
  (func (export "evaluate_activation") (result i32)
    (call $one (i32.const 0))))
