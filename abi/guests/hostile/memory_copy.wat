;; Copies 30 MiB over itself, one byte further, again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: find_plain.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (memory.grow (i32.const 960)))
    (loop $again (memory.copy (i32.const 1) (i32.const 0) (i32.const 31457280)) (br $again))
    (i32.const 0)))
