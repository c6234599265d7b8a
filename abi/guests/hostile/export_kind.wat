;; Exports a memory called evaluate_activation.
;; expect: vet "it exports evaluate_activation as a memory: export a function"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (export "evaluate_activation" (memory 0))
  (func (export "evaluate_deactivation") (result i32) (i32.const 0)))
