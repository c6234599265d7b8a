;; Answers the first function well and loops for ever in the second; nothing of the first answer
;; may count.
;; expect: evaluate limit "fuel: all 2000000 units used" "in evaluate_deactivation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_deactivation") (result i32) (loop $again (br $again)) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
