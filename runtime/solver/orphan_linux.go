package solver

import "syscall"

// endWithParent has the system kill the process when gv2 is killed, whatever it is
// working at. (The signal follows the thread that started it; Go keeps its threads.)
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
