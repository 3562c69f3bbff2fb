package cuda

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/source"
)

// TestStandardNames: std.names has all that the files declare in namespace std. What gv2 supplies is not read where no such
// name comes up.
func TestStandardNames(t *testing.T) {
	r := source.Preprocess("k.cu", []byte("#include <cuda_runtime.h>\nstd::pair<int, int> p;\n"), source.Options{Library: true})
	f, diags := Parse(r.Tokens)
	require.False(t, diags.HasErrors(), diags.String())
	declared := map[string]bool{}
	for _, d := range f.Decls {
		if !d.DeclPos().Supplied() {
			continue
		}
		name, scope := "", []string(nil)
		switch d := d.(type) {
		case *FuncDecl:
			name, scope = d.Name, d.Scope
		case *VarDecl:
			name, scope = d.Name, d.Scope
		case *RecordDecl:
			name, scope = d.Name, d.Scope
		case *EnumDecl:
			name, scope = d.Name, d.Scope
		case *TypedefDecl:
			name, scope = d.Name, d.Scope
		case *UsingDecl:
			name, scope = d.Path[len(d.Path)-1], d.Scope
		default:
			t.Errorf("%s: a %T", d.DeclPos(), d)
		}
		if assert.NotEmpty(t, scope, name) && assert.Equal(t, "std", scope[0], name) && len(scope) == 1 && !strings.HasPrefix(name, "operator") {
			declared[name] = true
		}
	}
	text, err := os.ReadFile("../source/supplied/std.names")
	require.NoError(t, err)
	var want []string
	for name := range declared {
		want = append(want, name)
	}
	slices.Sort(want)
	assert.Equal(t, want, strings.Fields(string(text)))
}
