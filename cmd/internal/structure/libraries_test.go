package structure

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLibraries: CONTRIBUTING.md says what each library is for, and the program has no other.
func TestLibraries(t *testing.T) {
	text, err := os.ReadFile("../../../CONTRIBUTING.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## Libraries\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	table, rest, found := strings.Cut(section, "\nTests and tools alone need ")
	require.True(t, found)

	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &mod))
	require.NotEmpty(t, mod.Require)
	out, err = exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "../../gv2").Output()
	require.NoError(t, err)
	linked := strings.Fields(string(out))
	for _, r := range mod.Require {
		switch name := "`" + r.Path + "`"; {
		case r.Indirect: // somebody else's
		case strings.Contains(table, name):
			if r.Path != "golang.org/x/sys" { // on Windows alone
				assert.Contains(t, linked, r.Path)
			}
		case strings.Contains(rest, name):
			assert.NotContains(t, linked, r.Path)
		default:
			t.Errorf("CONTRIBUTING.md does not say what %s is for", r.Path)
		}
	}
}
