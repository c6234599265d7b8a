;; Ends itself in the start section with a code that means "out of memory" to the vetting child.
;; expect: start internal "it ended itself with code 86 (proc_exit)"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $begin (call $proc_exit (i32.const 86)))
  (start $begin)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
