package verdict_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// operationText is a barrier operation on a line of its own.
var operationText = regexp.MustCompile(`^\s*(?:if \(.*\) )?asm volatile\("bar\.(sync|arrive) `)

// guardText is the condition of one that not every iteration comes to.
var guardText = regexp.MustCompile(`if \((i [<>!=]+ (?:n - )?\d+|i \+ \d+ < n)\) `)

// operationMutants are the kernel with one barrier operation gone, made twice, moved
// over the line before or behind, made a sync or an arrive instead, sent to another
// barrier, or with another guard.
func operationMutants(file, text string) []mutant {
	lines := strings.Split(text, "\n")
	var out []mutant
	for n, line := range lines {
		if !operationText.MatchString(line) {
			continue
		}
		replace := func(change, with string) {
			changed := append([]string{}, lines...)
			changed[n] = with
			out = append(out, mutant{file: file, change: change, text: strings.Join(changed, "\n"), line: n + 1})
		}
		// A statement stays one: it may be the body of a loop.
		replace("gone", ";")
		if guard := guardText.FindString(line); guard != "" {
			replace("always", strings.Replace(line, guard, "", 1))
			replace("one more or less", strings.Replace(line, guard, firstNumber.ReplaceAllStringFunc(guard, increased), 1))
		}
		replace("twice", "{ "+line+" "+line+" }")
		if strings.Contains(line, "bar.sync") {
			replace("arrive for sync", strings.Replace(line, "bar.sync", "bar.arrive", 1))
		} else {
			replace("sync for arrive", strings.Replace(line, "bar.arrive", "bar.sync", 1))
		}
		if movable(lines[n-1]) {
			changed := append([]string{}, lines...)
			changed[n-1], changed[n] = changed[n], changed[n-1]
			out = append(out, mutant{file: file, change: "before the line above", text: strings.Join(changed, "\n"), line: n + 1})
		}
		if movable(lines[n+1]) {
			changed := append([]string{}, lines...)
			changed[n+1], changed[n] = changed[n], changed[n+1]
			out = append(out, mutant{file: file, change: "behind the line below", text: strings.Join(changed, "\n"), line: n + 1})
		}
	}
	return out
}

var firstNumber = regexp.MustCompile(`\d+`)

func increased(number string) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + 1)
}

// movable reports whether a line is a statement by itself.
func movable(line string) bool {
	code := strings.TrimSpace(line)
	return strings.HasSuffix(code, ";") && !strings.HasPrefix(code, "for") && !strings.HasPrefix(code, "int ") &&
		!strings.HasPrefix(code, "__shared__")
}

// TestGenerationMutants asks the generation encoding about kernels with one barrier
// operation changed, and demands that whatever it proves for every n is not refuted
// by the exact engine for any small n. GV2_MUTANTS=all tries every mutant.
func TestGenerationMutants(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/kernels/generations/*_ok.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	every := 97
	if os.Getenv("GV2_MUTANTS") == "all" {
		every = 1
	}
	var all []mutant
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if want := os.Getenv("GV2_MUTANT_FILE"); want == "" || strings.Contains(file, want) {
			all = append(all, operationMutants(filepath.Base(file), string(text))...)
		}
	}
	counts := map[string]int{}
	for i, m := range all {
		if i%every == 0 {
			compareGenerations(t, m, counts)
		}
	}
	t.Logf("%d mutants: %v", len(all), counts)
	if every == 1 && os.Getenv("GV2_MUTANT_FILE") == "" {
		assert.NotZero(t, counts["proved"], "some mutants are as good as the kernel")
	}
	assert.NotZero(t, counts["refuted"], "most mutants are faulty")
}

var blockText = regexp.MustCompile(`--blockDim=(\d+)`)

// statedLaunch is the block of that many threads that a kernel's comment states, in a
// grid of one.
func statedLaunch(t *testing.T, text string) kernel.Launch {
	found := blockText.FindStringSubmatch(text)
	require.NotNil(t, found)
	n, err := strconv.Atoi(found[1])
	require.NoError(t, err)
	return kernel.Launch{BlockDim: [3]int{n, 1, 1}, GridDim: [3]int{1, 1, 1}}
}

// restsOnProofs: without whole warps at barriers and generations that are complete,
// nothing is proved.
func restsOnProofs(t *testing.T, name string, r *verdict.Result) {
	divergence, recycling := r.Property("barrier-divergence"), r.Property(kernel.Recycling)
	for _, p := range r.Properties {
		if p.Status == claim.Proved && p.Engine == verdict.BoogieEngine {
			assert.Equal(t, claim.Proved, divergence.Status, "%s: %s", name, p.Name)
			assert.True(t, p.Name == "barrier-divergence" || recycling.Status == claim.Proved, "%s: %s", name, p.Name)
		}
	}
}

// compareGenerations asks both engines about one kernel.
func compareGenerations(t *testing.T, m mutant, counts map[string]int) {
	k := kernelOf(t, m.text, statedLaunch(t, m.text))
	opts := verdict.Options{Engine: verdict.BoogieEngine, Effort: little, SelfCheck: true}
	ours := verdict.Decide(context.Background(), k, opts, verdict.DefaultEngines())
	name := fmt.Sprintf("%s, line %d %s", m.file, m.line, m.change)
	require.NoError(t, ours.Err, name)
	if strings.Contains(m.text, "asm") { // else there is no barrier, and no property about them
		restsOnProofs(t, name, &ours)
	}
	refuted := ""
	for n := int64(0); n <= 6; n++ {
		params := map[string]int64{}
		for _, p := range k.Params {
			params[p.Name] = n
		}
		report, err := weft.Check(context.Background(), k, weft.Options{Params: params})
		require.NoError(t, err)
		for property, v := range report.Verdicts {
			if v.Status != claim.Refuted {
				continue
			}
			refuted += " " + string(property) + "@" + strconv.FormatInt(n, 10)
			if p := ours.Property(property); p != nil {
				assert.NotEqual(t, claim.Proved, p.Status, "%s: %s is proved, and refuted for n = %d\n%s", name, property, n, m.text)
			}
		}
	}
	switch {
	case refuted != "":
		counts["refuted"]++
	case ours.Outcome == verdict.KernelProved:
		counts["proved"]++
	default:
		counts["unknown"]++
		for _, p := range ours.Properties {
			if p.Status != claim.Proved {
				t.Logf("%s: open: %s: %s", name, p.Name, p.Reason())
			}
		}
	}
}
