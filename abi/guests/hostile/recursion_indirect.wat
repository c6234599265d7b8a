;; Calls itself for ever through the table.
;; expect: evaluate limit "recursion: calls nested deeper than the stack allows"
;; lua: recursion_sort.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (type $number (func (result i32)))
  (table 1 funcref)
  (elem (i32.const 0) $again)
  (func $again (type $number) (i32.add (call_indirect (type $number) (i32.const 0)) (i32.const 1)))
  (func (export "evaluate_activation") (result i32)
    (call $again)))
