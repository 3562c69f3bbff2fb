//go:build !unix && !windows

package solver

import (
	"os/exec"
	"runtime"
)

// withStack leaves the stack as it is: nothing here sets its size from outside.
func withStack(argv []string) []string { return argv }

// noProcesses is why no process can be started, nil if one can: in a browser, none.
func noProcesses(tool string) error {
	if runtime.GOARCH != "wasm" {
		return nil
	}
	return &ToolError{Tool: tool, Reason: "WebAssembly starts no processes; the exact engine (--engine weft) and gv2 translate need none"}
}

// ownGroup does nothing: without process groups only Boogie itself can be killed.
func ownGroup(cmd *exec.Cmd) {}

func started(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
