//go:build !exact

// Command gv2 verifies CUDA kernels: data races, misuse of barriers, deadlock and
// failing assertions, by execution where control is static and by translation to
// Boogie elsewhere.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(deepened(command)) }

// command does what the process was started for, and returns its exit code.
func command() int {
	tuneCollector()
	ctx, again := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second interrupt kills gv2: the user does not want the report either.
	context.AfterFunc(ctx, again)
	return run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}
