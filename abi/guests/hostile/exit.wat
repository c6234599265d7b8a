;; Ends itself by proc_exit, as a program that is done.
;; expect: evaluate internal "it ended itself with code 0 (proc_exit) instead of returning from evaluate_activation"
;; lua: absent_loadfile.lua
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $proc_exit (i32.const 0))
    (i32.const 0)))
