package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// needsBoogie skips a test against Boogie where there is none.
func needsBoogie(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("boogie"); err != nil {
		t.Skip("no boogie on this machine")
	}
}

// runBoogie runs the program as a user would in a shell.
func runBoogie(t *testing.T, text string, flags ...string) string {
	needsBoogie(t)
	cmd := exec.Command("boogie", append([]string{"stdin.bpl"}, flags...)...)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
