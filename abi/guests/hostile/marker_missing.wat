;; Does not say for which ABI it was built.
;; expect: vet "it does not export impressionism_abi_2"
;; lua: none
(module
  (memory 1)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
