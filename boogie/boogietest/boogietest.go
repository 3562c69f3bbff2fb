// Package boogietest makes programs of texts for tests.
package boogietest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// Parse is the program of a text that keeps the rules of the language; the test fails if it breaks one.
func Parse(t *testing.T, text string) *boogie.Program {
	t.Helper()
	p, err := boogie.Parse("test.bpl", text)
	require.NoError(t, err, text)
	require.NoError(t, boogie.Check(p), text)
	return p
}
