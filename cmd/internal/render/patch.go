//go:build !exact

package render

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// patchFences writes a unified diff that adds the first set of each kernel.
type patchFences struct {
	out   io.Writer
	files []string
	texts map[string][]byte
	fixes map[string][]fix
}

func newPatchFences(o Options) Writer[Fences] {
	return &patchFences{out: o.Out, texts: map[string][]byte{}, fixes: map[string][]fix{}}
}

func (p *patchFences) Add(f *Fences) {
	if len(f.Sets) == 0 {
		return
	}
	if p.texts[f.File] == nil {
		p.files, p.texts[f.File] = append(p.files, f.File), f.Text
	}
	for _, x := range f.setFixes(f.Sets[0]) {
		if !slices.Contains(p.fixes[f.File], x) {
			p.fixes[f.File] = append(p.fixes[f.File], x)
		}
	}
}

func (p *patchFences) End() error {
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator)
	}
	for _, file := range p.files {
		name, text := patchName(dir, file), string(p.texts[file])
		err := difflib.WriteUnifiedDiff(p.out, difflib.UnifiedDiff{
			A: patchLines(text), B: patchLines(applied(text, p.fixes[file])),
			FromFile: "a/" + name, ToFile: "b/" + name, Context: 3,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// patchName is what the header of a patch calls a file, behind a/ and b/: its path from the
// folder dir, where the patch is applied. A file outside of dir has its path from the root, for
// patch refuses names that begin with .. or /.
func patchName(dir, file string) string {
	full := file
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	name, err := filepath.Rel(dir, full)
	if err != nil || !filepath.IsLocal(name) {
		name = strings.TrimPrefix(filepath.Clean(full), filepath.VolumeName(full))
		name = strings.TrimLeft(name, string(filepath.Separator))
	}
	name = filepath.ToSlash(name)
	if strings.Contains(name, " ") {
		name += "\t" // where a name with spaces ends
	}
	return name
}

// patchLines are the lines of a text as a unified diff writes them.
func patchLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	} else {
		lines[last] += "\n\\ No newline at end of file\n"
	}
	return lines
}

// applied is a text with changes made.
func applied(text string, changes []fix) string {
	changes = slices.Clone(changes)
	// From the end, and what replaces a line before what goes in front of it.
	slices.SortStableFunc(changes, func(a, b fix) int { return cmp.Or(b.Line-a.Line, b.Remove-a.Remove) })
	lines := strings.Split(text, "\n")
	for _, c := range changes {
		var inserted []string
		if c.Text != "" {
			inserted = strings.Split(c.Text, "\n")
		}
		if strings.HasSuffix(lines[min(c.Line, len(lines))-1], "\r") {
			for i, line := range inserted {
				inserted[i] = strings.TrimSuffix(line, "\r") + "\r"
			}
		}
		lines = slices.Concat(lines[:c.Line-1], inserted, lines[c.Line-1+c.Remove:])
	}
	return strings.Join(lines, "\n")
}
