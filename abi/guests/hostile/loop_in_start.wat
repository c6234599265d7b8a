;; Loops for ever in the start section, before any function is asked for.
;; expect: start limit "fuel: all 2000000 units used"
;; lua: loop_while.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $begin (loop $again (br $again)))
  (start $begin)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
