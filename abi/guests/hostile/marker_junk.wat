;; Exports markers that are no numbers.
;; expect: vet "it does not export impressionism_abi_2"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_" (memory 0))
  (export "impressionism_abi_-1" (memory 0))
  (export "impressionism_abi_0" (memory 0))
  (export "impressionism_abi_99999999999999999999" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
