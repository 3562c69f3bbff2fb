//go:build !js

package solver

import "io"

// startRunning starts a solver of this machine.
func startRunning(argv []string) (running, io.WriteCloser, io.Reader, error) {
	return startProcess(argv)
}

// hosted reports the version of a solver that the host of a WebAssembly program runs for it; false for none.
func hosted(string) (version string, has bool) { return "", false }
