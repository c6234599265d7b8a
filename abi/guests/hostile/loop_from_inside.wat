;; Leaves two blocks and an if by a branch to the loop around them, so that no way through the body
;; reaches its end.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (global $flip (mut i32) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again
      (block $a
        (block $b
          (if (i32.eqz (global.get $flip))
            (then (global.set $flip (i32.const 1)) (br $again))
            (else (global.set $flip (i32.const 0)) (br $b))))
        (br $again)))
    (i32.const 0)))
