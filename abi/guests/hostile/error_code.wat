;; Returns a number that is no code of anything.
;; expect: evaluate internal "evaluate_activation returned -2147483648 and set no error"
;; lua: error_table.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0x80000000)))
