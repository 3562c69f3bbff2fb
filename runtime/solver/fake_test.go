package solver

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// fake writes a shell script that stands in for Boogie.
func fake(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boogie")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755))
	return path
}

// program reads a program of testdata, checks it and prints it as gv2 does. Each
// assertion, invariant and requires clause is its own tag.
func program(t *testing.T, name string) (*boogie.Program, boogie.Printed) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".bpl"))
	require.NoError(t, err)
	p, err := boogie.Parse(name, string(text))
	require.NoError(t, err)
	require.NoError(t, boogie.Check(p))
	return p, boogie.Print(p)
}

// runReal runs the Boogie of this machine.
func runReal(t *testing.T, printed boogie.Printed, opts Options) *Answer {
	t.Helper()
	if _, err := exec.LookPath("boogie"); err != nil {
		t.Skip("boogie is not installed")
	}
	a, err := RunBoogie(context.Background(), printed, opts)
	require.NoError(t, err)
	return a
}
