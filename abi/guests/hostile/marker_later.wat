;; Was built for ABI 3.
;; expect: vet "impressionism_abi_3" "abi 3 is of a later version of impressionism, which serves abi 2 here: update impressionism"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_3" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
