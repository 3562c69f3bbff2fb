package main

import (
	"encoding/json"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/render"
	"gv2/runtime/trace"
	"gv2/runtime/verdict"
)

// planFile holds how the verdicts on the kernels of a folder come about.
const planFile = "plans.golden.txt"

// planShare is the part of the kernels that is looked at unless PLANS=all.
const planShare = 16

// TestPlans compares how each verdict comes about with the golden file of its folder: the
// steps, the engines, and what each has learned. A change in how verdicts are found shows
// here even where no verdict changes. -update rewrites what was looked at.
func TestPlans(t *testing.T) {
	for folder, files := range planFolders(t) {
		name := strings.TrimPrefix(filepath.ToSlash(folder), "../../testdata/")
		t.Run(name, func(t *testing.T) {
			plans := &planGolden{path: filepath.Join(folder, planFile)}
			plans.read(t)
			t.Cleanup(func() { plans.write(t) })
			for _, path := range inHaste(t, files) {
				file := filepath.Base(path)
				if os.Getenv("PLANS") != "all" && !inShare(file) {
					continue
				}
				t.Run(file, func(t *testing.T) {
					t.Parallel()
					plans.check(t, file, planOf(t, path))
				})
			}
		})
	}
}

func planFolders(t testing.TB) map[string][]string {
	out := map[string][]string{}
	for _, root := range kernelRoots {
		require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".cu") {
				out[filepath.Dir(path)] = append(out[filepath.Dir(path)], path)
			}
			return err
		}))
	}
	return out
}

func inShare(file string) bool {
	h := fnv.New32a()
	h.Write([]byte(file))
	return h.Sum32()%planShare == 0
}

// planOf is the plan of a file's kernels in few lines. The search for preconditions takes
// long; it belongs into the goldens of the kernels that are about it.
func planOf(t *testing.T, path string) string {
	flags := []string{"explain", "--plan", "--format", "json", "--self-check"}
	if !strings.Contains(filepath.ToSlash(path), "/preconditions/") {
		flags = append(flags, "--safe-if=false")
	}
	flags = append(flags, allFaults(path))
	code, out, stderr := gv2("", append(flags, path)...)
	require.NotEqual(t, exitTool, code, stderr)
	out = strings.ReplaceAll(out, filepath.ToSlash(filepath.Dir(path))+"/", "")
	var doc render.JSONPlans
	require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
	var text strings.Builder
	for i := range doc.Results {
		text.WriteString(compactPlan(&doc.Results[i]))
	}
	return text.String()
}

// compactPlan writes a plan for a golden file: a line a step, reasons cut short, since the
// golden verdicts have them whole.
func compactPlan(p *render.JSONPlan) string {
	var out strings.Builder
	out.WriteString("  " + p.Kernel + ": " + p.Verdict + "\n")
	for _, s := range p.Steps {
		out.WriteString(strings.Repeat("  ", s.Depth+2) + strings.TrimRight(s.Name+" "+s.Engine, " "))
		if s.Engine == verdict.BoogieEngine {
			out.WriteString(" (" + s.Question + ")")
		}
		short := trace.Step{}
		for _, note := range s.Notes {
			short.Notes = append(short.Notes, shortened(note))
		}
		for _, a := range s.Answers {
			short.Answers = append(short.Answers, trace.Answer{About: a.About, Status: a.Status, Why: shortened(a.Why)})
		}
		if learned := short.Learned(); len(learned) > 0 {
			out.WriteString(" -> " + strings.Join(learned, "; "))
		}
		out.WriteString("\n")
	}
	var names []string
	for _, q := range p.Properties {
		names = append(names, q.Property+" "+q.Status+" "+q.Engine)
	}
	out.WriteString("    = " + strings.Join(names, ", ") + "\n")
	return out.String()
}

// shortened is the beginning of a reason: the rest may name one of several accesses, of
// which the prover chooses one.
func shortened(text string) string {
	const most = 48
	if r := []rune(text); len(r) > most {
		return strings.TrimRight(string(r[:most]), " ") + "…"
	}
	return text
}

// planGolden is one golden file: a section for each file of the folder, which begins with
// the file's name.
type planGolden struct {
	path     string
	mu       sync.Mutex
	sections map[string]string
	changed  bool
}

func (g *planGolden) read(t *testing.T) {
	g.sections = map[string]string{}
	text, err := os.ReadFile(g.path)
	if os.IsNotExist(err) && *update {
		return
	}
	require.NoError(t, err, "no golden file; make it with PLANS=all and -update")
	name := ""
	for _, line := range strings.SplitAfter(string(text), "\n") {
		if line != "" && !strings.HasPrefix(line, " ") {
			name = strings.TrimSpace(line)
			g.sections[name] = ""
			continue
		}
		g.sections[name] += line
	}
}

// unsteady stands for a plan that depends on how fast the machine is.
const unsteady = "  the time limit decides\n"

func (g *planGolden) check(t *testing.T, file, plan string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	want, known := g.sections[file]
	slow := strings.Contains(plan, "time limit") || strings.Contains(plan, "its share of the")
	switch {
	case *update && slow:
		g.sections[file], g.changed = unsteady, true
	case *update:
		g.sections[file], g.changed = plan, true
	case !known:
		assert.Fail(t, "no golden plan; make it with PLANS=all and -update")
	case slow:
		t.Logf("not compared, the time limit decides:\n%s", plan)
	case want != unsteady:
		assert.Equal(t, want, plan, "differs from %s", g.path)
	}
}

func (g *planGolden) write(t *testing.T) {
	if !*update || !g.changed {
		return
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(g.sections)) {
		out.WriteString(name + "\n" + g.sections[name])
	}
	require.NoError(t, os.WriteFile(g.path, []byte(out.String()), 0o644))
}
