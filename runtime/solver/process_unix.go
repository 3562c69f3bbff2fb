//go:build unix

package solver

import (
	"os/exec"
	"syscall"
)

// ownGroup puts cmd in a process group of its own, so that killing the group
// kills Z3, too: Boogie starts it and does not stop it when it dies.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { killGroup(cmd); return nil }
}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
