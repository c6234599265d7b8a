;; Reads the global behind its own.
;; expect: vet "it names a global that does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (global i32 (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (drop (global.get 2))
    (i32.const 0)))
