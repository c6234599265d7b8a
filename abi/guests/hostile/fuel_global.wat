;; Writes to the global behind its own, where the counter will be.
;; expect: vet "it names a global that does not exist"
;; lua: helper_name.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (global.set 0 (i64.const 0x7fffffffffffffff))
    (loop $again (br $again))
    (i32.const 0)))
