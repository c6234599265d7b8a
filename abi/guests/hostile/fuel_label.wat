;; Branches out of its function, to where the meter's own block ends.
;; expect: vet "it branches out of the function"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (br_if 2 (i32.const 0)) (br $again))
    (i32.const 0)))
