package structure

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mayImport is the table of the design: which folder may import which others of
// this module. Libraries are not in it.
var mayImport = map[string][]string{
	"frontend/diag": {},
	"frontend/source": {
		"frontend/diag",
	},
	"frontend/cuda": {
		"frontend/diag", "frontend/source",
	},
	"frontend/cuda/subst": {"frontend/cuda", "frontend/diag"},
	"frontend/kernel": {
		"frontend/diag",
	},

	// Shared by front ends, and independent of their languages.
	"frontend/cexpr": {
		"frontend/kernel",
	},
	"frontend/emit": {
		"frontend/cexpr", "frontend/kernel", "frontend/diag",
	},
	"frontend/emit/emittest": {
		"frontend/emit", "frontend/cexpr", "frontend/kernel", "frontend/diag",
	},
	"frontend/tensor":  {"frontend/kernel", "frontend/diag"},
	"frontend/aligned": {"frontend/kernel"},
	"frontend/cluster": {"frontend/kernel", "frontend/diag"},
	"frontend/intrinsic": {
		"frontend/emit", "frontend/cexpr", "frontend/kernel", "frontend/diag",
	},
	"frontend/ptx": {
		"frontend/emit", "frontend/cexpr", "frontend/kernel",
	},
	"frontend/ptx/module":  {"frontend/ptx", "frontend/diag"},
	"frontend/ptx/cfg":     {},
	"frontend/ptx/address": {"frontend/cexpr", "frontend/kernel"},
	"frontend/ptx/loops":   {"frontend/ptx/address", "frontend/cexpr", "frontend/kernel", "frontend/lower/tidy"},
	"frontend/ptx/translate": {
		"frontend/ptx", "frontend/ptx/loops", "frontend/ptx/module", "frontend/ptx/cfg", "frontend/ptx/address", "frontend/cexpr", "frontend/emit", "frontend/kernel", "frontend/diag", "frontend/lower/tidy", "frontend/lower/spin",
	},
	"frontend/lower": {
		"frontend/diag", "frontend/cuda", "frontend/kernel",
		"frontend/cexpr", "frontend/emit", "frontend/intrinsic", "frontend/lower/ctype", "frontend/lower/library", "frontend/lower/annotation",
		"frontend/lower/lookup", "frontend/lower/object", "frontend/lower/tidy",
		"frontend/lower/asm", "frontend/lower/syntax", "frontend/lower/predefined", "frontend/lower/bind", "frontend/lower/layout", "frontend/lower/assume", "frontend/lower/overload", "frontend/lower/deduce", "frontend/lower/switches",
		"frontend/lower/pack", "frontend/lower/constexpr", "frontend/lower/category", "frontend/lower/dependent", "frontend/lower/jump", "frontend/lower/ranged", "frontend/lower/models", "frontend/lower/image", "frontend/lower/aggregate", "frontend/lower/instances", "frontend/lower/spin", "frontend/lower/contract",
	},
	"frontend/lower/contract": {
		"frontend/lower/annotation", "frontend/lower/bind", "frontend/lower/ctype", "frontend/lower/models", "frontend/lower/object", "frontend/lower/predefined", "frontend/lower/syntax",
		"frontend/cexpr", "frontend/cuda", "frontend/kernel", "frontend/diag",
	},
	"frontend/lower/constexpr": {"frontend/kernel"},
	"frontend/lower/instances": {"frontend/lower/assume", "frontend/lower/lookup", "frontend/lower/pack", "frontend/cuda"},
	"frontend/lower/image":     {"frontend/lower/aggregate", "frontend/lower/object", "frontend/lower/ctype", "frontend/cuda", "frontend/kernel"},
	"frontend/lower/aggregate": {"frontend/lower/ctype", "frontend/lower/syntax", "frontend/cuda", "frontend/diag"},
	"frontend/lower/models": {
		"frontend/lower/library", "frontend/lower/annotation", "frontend/lower/object", "frontend/lower/ctype", "frontend/lower/predefined",
		"frontend/cexpr", "frontend/cuda", "frontend/emit", "frontend/kernel", "frontend/diag",
	},
	"frontend/lower/ranged":     {"frontend/cuda"},
	"frontend/lower/jump":       {"frontend/lower/object", "frontend/lower/syntax", "frontend/lower/tidy", "frontend/emit", "frontend/cuda", "frontend/kernel", "frontend/diag"},
	"frontend/lower/congruence": {"frontend/kernel"},
	"frontend/lower/lookup":     {"frontend/cuda", "frontend/diag"},
	"frontend/lower/category":   {"frontend/lower/bind", "frontend/lower/ctype", "frontend/cuda", "frontend/diag"},
	"frontend/lower/dependent":  {"frontend/lower/lookup", "frontend/lower/ctype", "frontend/lower/syntax", "frontend/cuda"},
	"frontend/lower/tidy":       {"frontend/kernel"},
	"frontend/lower/spin":       {"frontend/lower/tidy", "frontend/kernel"},
	"frontend/lower/switches":   {"frontend/lower/object", "frontend/lower/syntax", "frontend/cexpr", "frontend/cuda", "frontend/kernel", "frontend/diag"},
	"frontend/lower/assume":     {"frontend/cuda", "frontend/cuda/subst", "frontend/diag"},
	"frontend/lower/pack":       {"frontend/cuda", "frontend/cuda/subst", "frontend/kernel", "frontend/lower/bind"},
	"frontend/lower/deduce":     {"frontend/cuda/subst", "frontend/lower/bind", "frontend/lower/pack", "frontend/lower/ctype", "frontend/kernel", "frontend/cuda"},
	"frontend/lower/bind":       {"frontend/lower/object", "frontend/lower/ctype", "frontend/kernel", "frontend/cuda"},
	"frontend/lower/overload":   {"frontend/lower/library", "frontend/lower/ctype", "frontend/lower/syntax", "frontend/cexpr", "frontend/kernel", "frontend/cuda"},
	"frontend/lower/predefined": {"frontend/lower/object", "frontend/lower/ctype", "frontend/cexpr", "frontend/kernel", "frontend/cuda"},
	"frontend/lower/layout":     {"frontend/lower/ctype", "frontend/cexpr", "frontend/cuda", "frontend/kernel", "frontend/diag"},
	"frontend/lower/syntax":     {"frontend/lower/ctype", "frontend/cuda", "frontend/kernel", "frontend/diag"},
	"frontend/lower/asm":        {"frontend/ptx", "frontend/ptx/cfg", "frontend/lower/tidy", "frontend/cexpr", "frontend/emit", "frontend/cuda", "frontend/kernel"},
	"frontend/lower/object": {
		"frontend/lower/ctype", "frontend/lower/congruence", "frontend/emit", "frontend/cexpr", "frontend/kernel", "frontend/cuda", "frontend/diag",
	},
	"frontend/lower/ctype":      {"frontend/cuda", "frontend/kernel"},
	"frontend/lower/annotation": {"frontend/emit", "frontend/cexpr", "frontend/kernel", "frontend/cuda", "frontend/diag"},
	"frontend/lower/library": {
		"frontend/lower/ctype", "frontend/intrinsic", "frontend/emit", "frontend/cexpr", "frontend/kernel", "frontend/diag",
	},

	"frontend/host": {
		"frontend/cuda/subst", "frontend/diag", "frontend/source", "frontend/cuda", "frontend/kernel", "frontend/cexpr", "frontend/host/named", "frontend/host/flow", "frontend/host/apart", "frontend/host/passed", "frontend/host/solve", "frontend/host/typed", "frontend/host/origin",
	},
	"frontend/host/passed":   {"frontend/cexpr", "frontend/diag", "frontend/host/flow", "frontend/host/rounds", "frontend/kernel"},
	"frontend/host/named":    {"frontend/cuda", "frontend/host/flow"},
	"frontend/host/rounds":   {"frontend/cexpr", "frontend/kernel"},
	"frontend/host/solve":    {"frontend/cexpr", "frontend/host/flow", "frontend/kernel"},
	"frontend/host/typed":    {"frontend/cuda", "frontend/diag"},
	"frontend/host/origin":   {"frontend/cuda"},
	"frontend/host/apart":    {"frontend/cuda", "frontend/diag", "frontend/source", "frontend/host/flow"},
	"frontend/host/clusters": {"frontend/cuda", "frontend/kernel", "frontend/source"},
	"frontend/host/flow": {
		"frontend/cuda/subst", "frontend/diag", "frontend/source", "frontend/cuda", "frontend/kernel", "frontend/cexpr", "frontend/host/ratio", "frontend/host/rounds", "frontend/host/steps",
	},
	"frontend/host/ratio": {"frontend/cexpr", "frontend/cuda", "frontend/kernel"},
	"frontend/host/steps": {"frontend/cexpr", "frontend/cuda", "frontend/kernel"},
	"frontend/outline":    {"frontend/diag", "frontend/source"},
	"frontend/unit": {
		"frontend/diag", "frontend/outline", "frontend/source", "frontend/cuda", "frontend/kernel", "frontend/host", "frontend/host/clusters", "frontend/lower", "frontend/ptx/module", "frontend/ptx/translate",
		"frontend/unit/contradiction", "frontend/cexpr", "frontend/lower/annotation", "frontend/cluster", "frontend/tensor", "frontend/aligned",
	},
	"frontend/unit/contradiction": {"frontend/kernel"},
	"frontend/unit/kerneltest": {
		"frontend/kernel", "frontend/unit",
	},
	"predicate/fact": {
		"frontend/kernel", "frontend/diag",
	},
	"predicate": {
		"predicate/fact", "frontend/kernel", "frontend/diag",
	},
	"predicate/rewrite": {
		"predicate/fact", "predicate/scatter", "frontend/kernel",
	},
	"predicate/discipline/members": {
		"frontend/kernel", "predicate/fact",
	},
	"predicate/discipline": {
		"frontend/kernel", "frontend/diag", "predicate/fact", "predicate/discipline/members",
	},
	"predicate/flow":   {"predicate/fact", "frontend/kernel"},
	"predicate/folded": {"predicate/fact", "frontend/kernel"},
	"predicate/inflight": {
		"predicate/fact", "predicate/folded", "frontend/kernel", "frontend/diag",
	},
	"predicate/phases": {
		"predicate/fact", "predicate/folded", "frontend/kernel", "frontend/diag",
	},
	"predicate/scatter": {
		"predicate", "predicate/fact", "frontend/kernel",
	},
	"boogie": {},
	"boogie/interp": {
		"boogie",
	},
	"boogie/merge":      {"boogie"},
	"boogie/boogietest": {"boogie"}, // for tests
	"boogie/vc": {
		"boogie",
	},
	"instrument/key":           {"predicate/fact", "boogie", "frontend/kernel"},
	"instrument/arith":         {"instrument/key", "boogie", "frontend/kernel", "predicate/fact"},
	"instrument/arith/meaning": {"boogie"},
	"instrument/why":           {"boogie"},
	"instrument/candidate":     {"instrument/arith", "instrument/key", "boogie", "frontend/kernel", "predicate", "predicate/fact"},
	"instrument/ask":           {"instrument/key", "frontend/diag", "frontend/kernel"},
	"instrument/twothread":     {"instrument/key", "instrument/ask", "instrument/arith", "instrument/candidate", "boogie", "frontend/diag", "frontend/kernel", "predicate", "predicate/fact"},
	"instrument": {"instrument/twothread", "instrument/generation", "predicate/named", "instrument/ask", "instrument/arith", "instrument/key",
		"predicate", "predicate/fact", "predicate/rewrite", "boogie", "frontend/kernel", "frontend/diag",
	},
	"runtime/eval": {
		"frontend/kernel",
	},
	"runtime/emulate": {
		"runtime/eval", "frontend/kernel", "frontend/diag",
	},
	"runtime/weft/sparse":    {},
	"runtime/weft/peak":      {},
	"runtime/weft/tile":      {"runtime/emulate"},
	"runtime/weft/naming":    {"frontend/kernel"},
	"runtime/weft/lives":     {"runtime/emulate", "runtime/claim", "frontend/kernel"},
	"runtime/weft/reduction": {"runtime/emulate", "runtime/eval", "frontend/kernel"},
	"runtime/weft": {
		"predicate/named/order", "runtime/claim", "runtime/emulate", "runtime/weft/sparse", "runtime/weft/peak", "runtime/weft/tile", "runtime/weft/lives", "runtime/weft/naming", "runtime/weft/reduction", "frontend/kernel", "frontend/diag",
	},
	"runtime/smallkernel": {"runtime/emulate", "frontend/kernel", "frontend/diag"}, // for tests
	"runtime/lanes": {
		"runtime/emulate", "runtime/weft", "frontend/kernel", "frontend/diag",
	},
	"runtime/steps": {
		"runtime/claim", "runtime/emulate", "runtime/eval", "runtime/interleave", "runtime/weft", "frontend/kernel", "frontend/diag",
	},
	"runtime/weft/wefttest": {
		"runtime/smallkernel", "runtime/weft", "runtime/emulate", "runtime/claim", "frontend/kernel",
	},
	"runtime/flat": {
		"runtime/eval", "frontend/kernel",
	},
	"runtime/memory": {},
	"runtime/memory/thread": {
		"runtime/memory", "runtime/flat", "runtime/eval", "frontend/kernel",
	},
	"runtime/memory/litmus": {
		"runtime/memory/thread", "runtime/memory", "frontend/kernel", "frontend/diag",
	},
	"runtime/memory/judge": {
		"runtime/memory/thread", "runtime/memory", "frontend/kernel",
	},
	"runtime/axioms": {
		"runtime/decision", "runtime/claim", "runtime/memory", "runtime/memory/judge", "runtime/memory/thread", "frontend/kernel", "predicate/fact", "predicate/rewrite",
	},
	"runtime/fences": {
		"frontend/kernel", "predicate/fact", "runtime/axioms", "runtime/claim", "runtime/memory/judge",
	},
	"runtime/stress": {},
	"runtime/progress": {
		"runtime/decision", "runtime/claim", "runtime/interleave", "frontend/diag", "frontend/kernel", "predicate/fact", "predicate/discipline", "predicate/rewrite",
	},
	"runtime/interleave": {
		"runtime/flat", "runtime/eval", "frontend/kernel",
	},
	"runtime/solver": {
		"boogie", "boogie/vc",
	},
	"runtime/advise": {
		"runtime/condition", "runtime/fences", "runtime/verdict", "runtime/decision", "runtime/claim", "runtime/weft", "predicate/discipline", "predicate/rewrite", "predicate/fact", "frontend/kernel", "frontend/diag",
	},
	"runtime/condition/layout": {
		"predicate/fact", "frontend/kernel",
	},
	"runtime/condition": {
		"runtime/condition/layout", "runtime/verdict", "runtime/decision", "runtime/claim", "runtime/weft", "instrument/key", "predicate/rewrite", "predicate/fact", "frontend/kernel",
	},
	"runtime/trace": {},
	"runtime/claim": {"frontend/kernel", "frontend/diag"},
	// What the steps of a verdict share. exact, prove and confirm never import each other.
	"runtime/decision": {
		"runtime/claim", "runtime/emulate", "runtime/weft", "runtime/trace", "instrument/ask", "instrument/key", "predicate/fact", "frontend/kernel", "frontend/diag",
	},
	"runtime/exact": {
		"runtime/decision", "runtime/claim", "runtime/emulate", "runtime/weft", "predicate/fact", "predicate/rewrite", "frontend/kernel",
	},
	"runtime/counterexample": {
		"runtime/claim", "instrument", "instrument/key", "predicate/fact", "predicate/rewrite", "boogie", "boogie/interp", "frontend/kernel",
	},
	"runtime/prove": {
		"runtime/decision", "runtime/claim", "runtime/counterexample", "runtime/solver", "runtime/trace", "runtime/weft",
		"instrument", "instrument/ask", "instrument/key", "instrument/why", "predicate/fact", "predicate/rewrite", "predicate/discipline", "predicate/inflight", "predicate/phases", "boogie", "boogie/merge", "boogie/interp", "frontend/kernel", "frontend/diag",
	},
	"runtime/confirm": {
		"runtime/decision", "runtime/claim", "runtime/counterexample", "instrument", "instrument/ask", "instrument/key", "boogie", "boogie/interp", "runtime/interleave", "runtime/weft", "predicate/fact", "predicate/rewrite", "frontend/kernel", "frontend/diag",
	},
	"runtime/verdict": {
		"runtime/axioms", "runtime/progress",
		"runtime/decision", "runtime/exact", "runtime/prove", "runtime/confirm", "runtime/claim", "runtime/solver", "runtime/weft", "predicate/fact", "predicate/rewrite", "predicate/phases", "frontend/kernel", "frontend/diag",
	},
	"instrument/generation":  {"instrument/key", "instrument/ask", "instrument/arith", "instrument/candidate", "instrument/twothread", "boogie", "frontend/kernel", "predicate", "predicate/fact", "predicate/named"},
	"predicate/named":        {"predicate", "predicate/fact", "predicate/named/order", "frontend/kernel", "frontend/diag"},
	"predicate/named/order":  {},
	"cmd/internal/structure": {},
	"cmd/internal/terminal":  {},
	"cmd/internal/graphviz":  {},
	"cmd/internal/manual":    {},
	"cmd/internal/render": {
		"cmd/internal/terminal", "frontend/diag", "frontend/kernel", "runtime/claim", "runtime/fences", "runtime/memory", "runtime/memory/litmus", "runtime/trace", "runtime/verdict",
	},
	"cmd/internal/draw": {
		"frontend/diag", "frontend/kernel", "runtime/emulate", "runtime/lanes", "runtime/steps", "runtime/claim", "predicate/flow",
	},
	"cmd/internal/cache":            {},
	"cmd/internal/lsp":              {},
	"cmd/internal/playground":       {"testdata/lessons"},
	"cmd/internal/playground/build": {"cmd/internal/playground", "testdata/lessons"},
	"cmd/internal/page":             {"frontend/kernel"},
	"cmd/internal/suite": {
		"cmd/internal/render", "cmd/internal/terminal", "frontend/kernel", "frontend/unit", "runtime/claim", "runtime/verdict",
	},
	"frontend/compiler": {},
	"cmd/gv2":           {"frontend/compiler", "cmd/internal/cache", "cmd/internal/lsp", "cmd/internal/page", "cmd/internal/render", "cmd/internal/terminal", "cmd/internal/suite", "frontend/diag", "frontend/kernel", "frontend/outline", "frontend/unit", "runtime/claim", "runtime/verdict", "runtime/advise", "runtime/fences", "runtime/memory/litmus", "runtime/stress", "cmd/internal/draw", "cmd/internal/graphviz", "runtime/lanes", "runtime/emulate", "runtime/steps", "cmd/internal/manual", "cmd/internal/playground", "predicate/flow"},
}

// mayStartProcesses lists the folders that do: the rest works where none can be started, in
// WebAssembly.
var mayStartProcesses = []string{"runtime/solver", "cmd/internal/suite", "cmd/internal/graphviz", "frontend/compiler", "cmd/internal/playground", "cmd/internal/playground/build"}

const moduleRoot = "../../.."

// TestImportsKeepToTheTable reads the imports of every source file. Tests may
// import more: they check a pass against the stages before it.
func TestImportsKeepToTheTable(t *testing.T) {
	files, used := 0, map[string]map[string]bool{}
	err := filepath.WalkDir(moduleRoot, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files++
			checkImports(t, path, used)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 50, "the walk found the sources")
	for folder, allowed := range mayImport {
		for _, other := range allowed {
			assert.True(t, used[folder][other], "%s does not import %s any more: strike the arrow", folder, other)
		}
	}
}

// checkImports holds the imports of a file against the table, and notes them in used.
func checkImports(t *testing.T, path string, used map[string]map[string]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	require.NoError(t, err)
	rel, err := filepath.Rel(moduleRoot, filepath.Dir(path))
	require.NoError(t, err)
	folder := filepath.ToSlash(rel)
	allowed, known := mayImport[folder]
	if !assert.True(t, known, "%s: folder %s is not in the table", path, folder) {
		return
	}
	if used[folder] == nil {
		used[folder] = map[string]bool{}
	}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if name == "os/exec" {
			assert.Contains(t, mayStartProcesses, folder, "%s imports %s", path, name)
		}
		if ours, ok := strings.CutPrefix(name, "gv2/"); ok {
			assert.Contains(t, allowed, ours, "%s imports %s", path, name)
			used[folder][ours] = true
		}
	}
}
