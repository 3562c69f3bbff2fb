//go:build unix

package solver

import (
	"os/exec"
	"syscall"
)

// stackKB is the stack size of Boogie's main thread. Boogie walks expressions
// by recursion, and with the usual 8 MB a conjunction of 10,000 terms overflows
// it.
const stackKB = "262144"

// withStack runs argv with a larger stack, where that is allowed.
func withStack(argv []string) []string {
	return append([]string{"/bin/sh", "-c", `ulimit -s "$0" 2>/dev/null; exec "$@"`, stackKB}, argv...)
}

// noProcesses is why no process can be started, nil if one can.
func noProcesses(string) error { return nil }

// ownGroup puts cmd in a process group of its own, so that killing the group
// kills Z3, too: Boogie starts it and does not stop it when it dies.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
}

// started does nothing: what is to be said of a process is said before it starts.
func started(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
