;; An endless loop that carries values on the operand stack from round to round.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    i32.const 1
    i64.const 2
    loop $again (param i32 i64) (result i32)
      br $again
    end))
