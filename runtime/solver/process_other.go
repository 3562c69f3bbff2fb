//go:build !unix

package solver

import "os/exec"

// ownGroup does nothing: without process groups only Boogie itself can be killed.
func ownGroup(cmd *exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
