;; Goes on asking for memory after it was refused.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: concat_append.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (memory.grow (i32.const 64))) (br $again))
    (i32.const 0)))
