;; Puts its loop behind code that is never reached, and jumps over that.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (block $over
      (br $over)
      (loop $never (br $never)))
    (loop $again
      (block $skip (br_if $skip (i32.const 1)) unreachable)
      (br $again))
    (i32.const 0)))
