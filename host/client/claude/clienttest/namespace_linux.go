package clienttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"
)

// insideVariable marks the process that runs in the namespace.
const insideVariable = "IMPRESSIONISM_TEST_ISOLATED"

// capNetAdmin lets a process bring up a network interface.
const capNetAdmin = 12

// Isolate runs this test program again with no network but loopback and ends with
// its exit code; inside it returns. Where the machine does not permit that, it
// says so and returns, too: the client's own switches still hold.
func Isolate() {
	if os.Getenv(insideVariable) != "" {
		if err := loopbackUp(); err != nil {
			fmt.Fprintln(os.Stderr, "clienttest: bring up loopback:", err)
			os.Exit(1)
		}
		return
	}
	var refused []error
	for _, attributes := range []*syscall.SysProcAttr{
		{Cloneflags: syscall.CLONE_NEWNET},
		{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
			AmbientCaps: []uintptr{capNetAdmin},
		},
	} {
		err := again(attributes)
		if exited, ok := errors.AsType[*exec.ExitError](err); ok {
			os.Exit(max(1, exited.ExitCode()))
		}
		if err == nil {
			os.Exit(0)
		}
		refused = append(refused, err)
	}
	fmt.Fprintln(os.Stderr, "clienttest: the machine permits no network namespace; the client runs without one:", errors.Join(refused...))
}

// Isolated reports whether there is no network but loopback.
func Isolated() bool { return os.Getenv(insideVariable) != "" }

func again(attributes *syscall.SysProcAttr) error {
	runtime.LockOSThread() // the child is to die with this process, which the system tells by the thread
	defer runtime.UnlockOSThread()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	attributes.Pdeathsig = syscall.SIGKILL
	command := exec.Command(self, os.Args[1:]...)
	command.Env = append(os.Environ(), insideVariable+"=1")
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	command.SysProcAttr = attributes
	return command.Run()
}

// loopbackUp does what `ip link set lo up` does, where there is no such program.
func loopbackUp() error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	request := struct { // struct ifreq of netdevice(7)
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{flags: syscall.IFF_UP}
	copy(request.name[:], "lo")
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(socket), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request)))
	if errno != 0 {
		return errno
	}
	return nil
}
