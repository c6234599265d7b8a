;; Calls a function of another type through the table.
;; expect: evaluate internal "indirect call type mismatch" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (type $other (func (result i32)))
  (table 1 funcref)
  (elem (i32.const 0) $empty)
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (call_indirect (type $other) (i32.const 0))))
