;; Loops for ever by calling a function that leaves its own endless loop by return each time.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $leave (result i32) (loop $again (return (i32.const 1)) (br $again)) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $leave)) (br $again))
    (i32.const 0)))
