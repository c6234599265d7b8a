;; Calls itself for ever.
;; expect: evaluate limit "recursion: calls nested deeper than the stack allows"
;; lua: recursion.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $again (result i32) (i32.add (call $again) (i32.const 1)))
  (func (export "evaluate_activation") (result i32)
    (call $again)))
