;; Was built for ABI 1.
;; expect: vet "abi 1 is not served by this host, which serves abi 2"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_1" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
