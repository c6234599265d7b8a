;; Writes to the local behind its own, where loops keep the counter.
;; expect: vet "it names a local that does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (local.set 0 (i64.const 0x7fffffffffffffff)) (br $again))
    (i32.const 0)))
