;; Calls itself for ever in the start section.
;; expect: start limit "recursion: calls nested deeper than the stack allows"
;; lua: recursion.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $begin (call $begin) (global.set $kept (i32.const 1)))
  (global $kept (mut i32) (i32.const 0))
  (start $begin)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
