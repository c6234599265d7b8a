;; Asks for the input byte by byte.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "extism:host/env" "input_load_u8" (func $input_load_u8 (param i64) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again
      (drop (call $input_load_u8 (i64.const 0)))
      (br $again))
    (i32.const 0)))
