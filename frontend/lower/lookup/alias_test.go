package lookup

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
)

// TestNamespaceAliases: an alias may have the last name of what it stands for, at file level.
func TestNamespaceAliases(t *testing.T) {
	p := &Table{spaces: map[string][]string{}}
	p.alias(&cuda.UsingDecl{Alias: "ptx", Path: []string{"cuda", "ptx"}})
	p.alias(&cuda.UsingDecl{Scope: []string{"cuda"}, Alias: "std", Path: []string{"std"}})
	assert.Equal(t, []string{"cuda", "ptx", "f"}, p.expand([]string{"ptx", "f"}))
	assert.Equal(t, []string{"cuda", "ptx", "f"}, p.expand([]string{"cuda", "ptx", "f"}))
	assert.Equal(t, []string{"std", "min"}, p.expand([]string{"std", "min"}))
	assert.Equal(t, []string{"std", "min"}, p.expand([]string{"cuda", "std", "min"}))
}
