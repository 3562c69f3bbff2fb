package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// runBoogie runs the program as a user would in a shell.
func runBoogie(t *testing.T, text string, flags ...string) string {
	cmd := exec.Command("boogie", append([]string{"stdin.bpl"}, flags...)...)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
