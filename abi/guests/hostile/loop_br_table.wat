;; Loops for ever through the default of a br_table whose other targets leave.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: loop_goto.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (block $out
      (loop $again (br_table $out $out $out $again (i32.const 7))))
    (i32.const 0)))
