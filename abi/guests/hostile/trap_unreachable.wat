;; Traps.
;; expect: evaluate internal "unreachable" "from evaluate_activation"
;; lua: loop_vm_errors.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    unreachable))
