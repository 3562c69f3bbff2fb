package verdict_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/verdict"
)

// mutant is a proved kernel with one thing changed.
type mutant struct {
	file, change, text string
	line               int
	verified, executed kernel.Launch
}

var (
	barrierText = regexp.MustCompile(`__syncthreads\(\);|__syncwarp\([^)]*\);`)
	indexText   = regexp.MustCompile(`\[([^\[\]]+)\]`)
	boundText   = regexp.MustCompile(` (<|>|<=|>=|==) `)
	otherBound  = map[string]string{"<": "<=", ">": ">=", "<=": "<", ">=": ">", "==": "!="}
)

// mutants drops each barrier, moves each index by one and each bound by one.
func mutants(file, text string) []mutant {
	var out []mutant
	lines := strings.Split(text, "\n")
	add := func(n int, change, line string) {
		changed := append([]string{}, lines...)
		changed[n] = line
		out = append(out, mutant{file: file, change: change, text: strings.Join(changed, "\n"), line: n + 1})
	}
	for n, line := range lines {
		code, _, _ := strings.Cut(line, "//")
		if strings.Contains(code, "__shared__") || strings.HasPrefix(code, "#") {
			continue
		}
		if barrierText.MatchString(code) {
			add(n, "no barrier", barrierText.ReplaceAllString(line, ";"))
		}
		for _, m := range indexText.FindAllStringSubmatchIndex(code, -1) {
			add(n, "index + 1", line[:m[2]]+"("+line[m[2]:m[3]]+") + 1"+line[m[3]:])
			add(n, "index - 1", line[:m[2]]+"("+line[m[2]:m[3]]+") - 1"+line[m[3]:])
		}
		for _, m := range boundText.FindAllStringSubmatchIndex(code, -1) {
			add(n, "bound", line[:m[2]]+otherBound[line[m[2]:m[3]]]+line[m[3]:])
		}
	}
	return out
}

var launchText = regexp.MustCompile(`--(blockDim|gridDim)=([0-9*,\[\]]+)`)

// launchOf reads the leading comment of a kernel file.
func launchOf(text string) (kernel.Launch, bool) {
	var l kernel.Launch
	for _, m := range launchText.FindAllStringSubmatch(text, -1) {
		dims := [3]int{1, 1, 1}
		for i, part := range strings.Split(strings.Trim(m[2], "[]"), ",") {
			dims[i], _ = strconv.Atoi(part)
		}
		if m[1] == "blockDim" {
			l.BlockDim = dims
		} else {
			l.GridDim = dims
		}
	}
	return l, l.Threads() > 0 && l.Blocks() > 0 && l.Threads()*l.Blocks() <= 2048
}

// lowered returns the mutant's kernel, nil where the change made no sense.
func lowered(text string, launch kernel.Launch) *kernel.Kernel {
	opts := kerneltest.Options(launch)
	opts.SharedBytes, opts.SelfCheck = 4096, false
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte(text), opts)
	if err != nil || len(u.Kernels) != 1 {
		return nil
	}
	k, _, err := u.Lower(context.Background(), 0)
	if err != nil {
		return nil
	}
	return k
}

// TestMutantsThatFailAreNotProved changes the kernels of the test data that have
// no fault. ORACLE_MUTANTS=from-to picks others of the mutants, which are in a
// random order.
func TestMutantsThatFailAreNotProved(t *testing.T) {
	t.Parallel()
	needsZ3(t)
	files, err := filepath.Glob("../../testdata/kernels/*/*_ok.cu")
	require.NoError(t, err)
	var all []mutant
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if launch, ok := launchOf(string(text)); ok {
			for _, m := range mutants(file, string(text)) {
				m.verified, m.executed = launch, launch
				all = append(all, m)
			}
		}
	}
	rand.New(rand.NewSource(1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	tryMutants(t, all, "ORACLE_MUTANTS", 5)
}

// tryMutants tries those that an environment variable picks, from-to; the first
// few of them if it is not set.
func tryMutants(t *testing.T, all []mutant, variable string, few int) {
	from, to := seeds(t, os.Getenv(variable), 0, few)
	failing := 0
	for i := from; i < min(to, len(all)); i++ {
		if tryMutant(t, i, all[i]) {
			failing++
		}
	}
	t.Logf("%d mutants in all, %d of those tried fail in an execution", len(all), failing)
}

func (m *mutant) observe() map[kernel.Property][]fault {
	k := lowered(m.text, m.executed)
	if k == nil {
		return nil
	}
	return observe(k, k.Launch, 12) // blocks of a cluster are one
}

var sharedText = regexp.MustCompile(`(__shared__[^;\[]*)\[([^\]]+)\]`)

// roomy gives shared arrays a row more. An execution ends where it leaves an
// array, which is what many an index or bound moved by one comes to; so there is
// a place for that.
func roomy(text string) string { return sharedText.ReplaceAllString(text, "$1[($2) + 1]") }

// tryMutant reports whether the mutant fails in an execution.
func tryMutant(t *testing.T, i int, m mutant) bool {
	seen := m.observe()
	if len(seen) == 0 {
		m.text = roomy(m.text)
		seen = m.observe()
	}
	if len(seen) == 0 {
		return false
	}
	r := verdict.Verify(context.Background(), lowered(m.text, m.verified), verdict.Options{Effort: little, SelfCheck: true})
	name := fmt.Sprintf("mutant %d: %s:%d, %s", i, m.file, m.line, m.change)
	assert.NoError(t, r.Err, name)
	wrong := disagreement(&r, seen)
	assert.Empty(t, wrong, name)
	log(t, 100_000+i, m.text, &r, seen, wrong)
	return true
}
