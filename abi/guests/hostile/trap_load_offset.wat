;; Reads at an address that overflows 32 bits with its offset.
;; expect: evaluate internal "out of bounds memory access" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.load offset=0xffffffff (i32.const -1))))
