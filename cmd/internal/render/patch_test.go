package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPatchesAreTaken hands patches to the tools that are meant to take them, without leave to
// guess at lines that do not agree.
func TestPatchesAreTaken(t *testing.T) {
	tools := map[string][]string{"patch": {"-p1", "--fuzz=0"}, "git": {"apply", "-p1", "-"}}
	for name := range tools {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("no %s", name)
			delete(tools, name)
		}
	}
	if os.Getenv("CI") != "" {
		require.Contains(t, tools, "git", "CI has what tests need")
	}
	if len(tools) == 0 {
		t.Skip("neither patch nor git")
	}
	for _, c := range []struct{ what, file, text, want string }{
		{"in a folder", "src/k.cu", "a\nb\nc\n", "a\nx\nb\nc\n"},
		{"at the end of the file", "k.cu", "a\n", "a\nx\n"},
		{"no newline at the end", "k.cu", "a\nb", "a\nx\nb"},
		{"lines that end as on Windows", "k.cu", "a\r\nb\r\n", "a\r\nx\r\nb\r\n"},
		{"a name with spaces", "my kernels/the first.cu", "a\nb\n", "a\nx\nb\n"},
	} {
		for tool, args := range tools {
			dir := t.TempDir()
			t.Chdir(dir)
			require.NoError(t, os.MkdirAll(filepath.Dir(c.file), 0o700))
			require.NoError(t, os.WriteFile(c.file, []byte(c.text), 0o600))
			for _, file := range []string{c.file, filepath.Join(dir, c.file)} {
				var out strings.Builder
				p := &patchFences{&out, []string{file}, map[string][]byte{file: []byte(c.text)}, map[string][]fix{file: {{File: file, Line: 2, Text: "x"}}}}
				require.NoError(t, p.End())
				require.NoError(t, os.WriteFile(c.file, []byte(c.text), 0o600))
				cmd := exec.Command(tool, args...)
				cmd.Stdin = strings.NewReader(out.String())
				said, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s, %s: %s\n%s", c.what, tool, said, &out)
				got, err := os.ReadFile(c.file)
				require.NoError(t, err)
				assert.Equal(t, c.want, string(got), "%s, %s", c.what, tool)
			}
		}
	}
}

// TestPatchNames: names are paths from the folder where the patch is applied, or from the root.
func TestPatchNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "here")
	root := filepath.VolumeName(dir) + string(filepath.Separator)
	for file, want := range map[string]string{
		"k.cu":                          "k.cu",
		"./src/../k.cu":                 "k.cu",
		filepath.Join(dir, "src/k.cu"):  "src/k.cu",
		"my k.cu":                       "my k.cu\t",
		filepath.Join(root, "a/k.cu"):   "a/k.cu",
		"<stdin>":                       "<stdin>",
		filepath.Join(root, "a b/k.cu"): "a b/k.cu\t",
	} {
		assert.Equal(t, want, patchName(dir, file), file)
	}
	assert.Equal(t, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(dir)), filepath.ToSlash(root))+"/k.cu", patchName(dir, "../k.cu"))
}
