;; Calls through the table outside of it.
;; expect: evaluate internal "invalid table access" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (type $number (func (result i32)))
  (table 1 funcref)
  (func (export "evaluate_activation") (result i32)
    (call_indirect (type $number) (i32.const 99))))
