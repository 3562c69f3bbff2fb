package stress_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/stress"
)

// built compiles a program for the CPU, with the emulation of CUDA in testdata/cpu.
func built(t *testing.T, text string) string {
	t.Helper()
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "program.cpp"), filepath.Join(dir, "program")
	require.NoError(t, os.WriteFile(source, []byte(text), 0o644))
	out, err := exec.Command(gxx, "-std=c++17", "-O1", "-Wall", "-Wno-unknown-pragmas", "-Werror=return-type", "-pthread", "-I", "testdata/cpu", source, "-o", program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

func ran(t *testing.T, program string, args ...string) (code int, out string) {
	t.Helper()
	c := exec.Command(program, args...)
	text, err := c.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		require.NoError(t, err)
	}
	return c.ProcessState.ExitCode(), string(text)
}

// TestTuning builds the tuning program and runs it with small numbers: a CPU shows no patches, and the program says so.
func TestTuning(t *testing.T) {
	var b strings.Builder
	require.NoError(t, stress.WriteTuning(&b, stress.Tests()))
	program := built(t, b.String())
	code, out := ran(t, program, "--distances", "1", "--locations", "4", "--executions", "2", "--max-length", "1", "--max-spread", "2", "--iterations", "10")
	assert.Contains(t, out, "device CPU")
	assert.Contains(t, out, "access  2+2W rank 1")
	assert.Contains(t, out, "tuned: --patch")
	assert.Contains(t, []int{0, 2}, code)
	code, out = ran(t, program, "--sequence", "ld ld ld st st st")
	assert.Equal(t, 4, code)
	assert.Contains(t, out, "1 to 5 of ld and st")
	require.ErrorContains(t, stress.WriteTuning(&b, []string{"XY"}), "no litmus test XY; there are MP, LB, SB")
}
