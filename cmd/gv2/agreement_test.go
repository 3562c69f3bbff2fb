package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

// agreementList names the kernels and properties that the exact engine decides
// and the translation does not: file, property, the exact engine's answer, the
// translation's.
const agreementList = "testdata/agreement.txt"

// agreementShare is what part of the kernels TestEnginesAgree takes, one in so
// many, unless ENGINES=all asks for all of them (make agree).
const agreementShare = 12

// askedToAgree chooses kernels by their names, so that one more does not change
// which others are taken.
func askedToAgree(paths []string) []string {
	if os.Getenv("ENGINES") == "all" || *update {
		return paths
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		name := fnv.New32a()
		name.Write([]byte(inTestdata(path)))
		return name.Sum32()%agreementShare != 0
	})
}

// inTestdata is the path of a kernel within testdata.
func inTestdata(path string) string {
	return strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/")
}

// TestEnginesAgree asks the translation about everything that the exact engine
// decides. Opposite answers are a bug in one of them. The translation may leave
// open what it is known to leave open.
func TestEnginesAgree(t *testing.T) {
	_, err := solver.Version(context.Background(), solver.Z3Name)
	require.NoError(t, err, "this test needs Z3")
	var lock sync.Mutex
	var open []string
	t.Run("kernels", func(t *testing.T) {
		for _, path := range askedToAgree(append(kernelFiles(t), weftKernels(t)...)) {
			t.Run(inTestdata(path), func(t *testing.T) {
				t.Parallel()
				lines := disagreements(t, path)
				lock.Lock()
				defer lock.Unlock()
				open = append(open, lines...)
			})
		}
	})
	slices.Sort(open)
	text := strings.Join(open, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(agreementList, []byte(text), 0o644))
		return
	}
	list, err := os.ReadFile(agreementList)
	require.NoError(t, err)
	known := strings.Split(string(list), "\n")
	for _, line := range open {
		assert.True(t, slices.Contains(known, line), "%s is not among the known ones of %s", line, agreementList)
	}
}

// bothDecide are the properties that both engines can decide, those of named barriers
// by the generation encoding, which refutes nothing.
var bothDecide = []kernel.Property{kernel.DataRace, kernel.Divergence, kernel.Assertion, kernel.Deadlock, kernel.Recycling, kernel.Count}

// generationsOnly are decided by the generation encoding only. They are asked for with
// ENGINES=all, and only opposite answers count.
var generationsOnly = bothDecide[3:]

// disagreements compares both engines on one kernel and returns a line for each
// property that only the exact engine decides.
func disagreements(t *testing.T, path string) []string {
	exact, _ := weftPath(t, path, ruleFlags(readFile(t, path))...)
	require.Len(t, exact, 1)
	asked := decidedProperties(exact[0])
	k := loweredKernel(t, path)
	counts := k != nil && rewrite.NeedsGenerations(k)
	if !counts || os.Getenv("ENGINES") != "all" {
		asked = slices.DeleteFunc(asked, func(name kernel.Property) bool { return slices.Contains(generationsOnly, name) })
	}
	if len(asked) == 0 || len(ruleFlags(readFile(t, path))) > 0 {
		return nil // other rules than those that the translation knows
	}
	args := []string{"--engine", "boogie", "--safe-if=false", "--all-faults=false"}
	for _, name := range asked {
		args = append(args, "--check", string(name))
	}
	translated, stderr := verifyPath(t, path, args...)
	require.Len(t, translated, 1, stderr)
	r := translated[0]
	if r.Outcome == verdict.KernelUnsupported {
		return nil
	}
	require.NoError(t, r.Err)
	var out []string
	for _, name := range asked {
		one, two := exact[0].Property(name), r.Property(name)
		if two == nil || one.Status == two.Status || leftOpen(two) ||
			counts && two.Status == claim.Unknown && (one.Status == claim.Refuted || slices.Contains(generationsOnly, name)) {
			continue
		}
		out = append(out, fmt.Sprintf("%s %s %s %s", inTestdata(path), name, one.Status, two.Status))
		assert.Equal(t, claim.Unknown, two.Status, "%s: the exact engine says %s\n%s\n%s", name, one.Status, explain(exact[0]), explain(r))
	}
	return out
}

// leftOpen reports whether the translation leaves a property open for a reason
// that it may have about any kernel.
func leftOpen(p *verdict.Property) bool {
	return p.Status == claim.Unknown &&
		slices.ContainsFunc(openReasons, func(reason string) bool { return strings.Contains(p.Reason(), reason) })
}

// openReasons: two threads do not see an order that goes through a third; roles are
// those of threads and not of single arrivals; nothing is said about what rests on a
// race; and some questions take more effort than tests spend.
var openReasons = []string{"through a third thread", "it is not known which of them form a generation", "rests on data-race", "effort of"}

// decidedProperties are those of a report that the exact engine decides for all
// inputs.
func decidedProperties(r *report) []kernel.Property {
	var out []kernel.Property
	for _, name := range bothDecide {
		p := r.Property(name)
		if p != nil && (p.Status == claim.Proved || p.Status == claim.Refuted) && !hasValues(r, name) {
			out = append(out, name)
		}
	}
	return out
}

// hasValues reports whether a property was refuted with a parameter fixed.
func hasValues(r *report, property kernel.Property) bool {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Property == property && len(f.Values) > 0 {
			return true
		}
	}
	return false
}
