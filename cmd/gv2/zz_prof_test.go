package main

import (
	"context"
	"os"
	"testing"
)

func BenchmarkP(b *testing.B) {
	for range b.N {
		main2(os.Getenv("PF"))
	}
}

func main2(f string) {
	cmd := newRootCommand(streams{in: os.Stdin, out: devnull(), err: devnull()})
	_ = context.Background()
	args := []string{"verify", "--space", "shared", f}
	if os.Getenv("PW") != "" {
		args = []string{"verify", "--space", "shared", "--warp-sync", f}
	}
	cmd.SetArgs(args)
	_ = cmd.Execute()
}

func devnull() *os.File { f, _ := os.OpenFile("/dev/null", os.O_RDWR, 0); return f }
