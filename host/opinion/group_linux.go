package opinion

import "syscall"

// endWithUs has the system kill a program when the thread ends that started it.
func endWithUs(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
