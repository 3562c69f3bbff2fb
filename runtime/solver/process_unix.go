//go:build unix

package solver

import (
	"os/exec"
	"syscall"
)

// ownGroup puts cmd in a process group of its own, which is killed as a whole:
// Boogie starts Z3 and does not stop it when it dies itself.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { killGroup(cmd); return nil }
}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
