;; Loops for ever in _initialize.
;; expect: start limit "fuel: all 2000000 units used in _initialize"
;; lua: loop_while.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "_initialize") (loop $again (br $again)))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
