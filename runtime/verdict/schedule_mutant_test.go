package verdict_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// declaration begins a line that a mutant cannot do without, or leave twice.
var declaration = regexp.MustCompile(`^(const|static|constexpr|int|unsigned|float|float[24]|Pairs|Ticket|return|for|if|using|namespace|extern|#|//)\b`)

// statementMutants are the kernel with one statement gone, made twice, or moved behind
// the next one: accesses as well as operations on barriers, and within functions.
func statementMutants(file, text string) []mutant {
	lines := strings.Split(text, "\n")
	statement := func(n int) bool {
		code := strings.TrimSpace(lines[n])
		return movable(lines[n]) && strings.Contains(code, "(") || strings.HasSuffix(code, ";") && strings.Contains(code, "] =") &&
			!declaration.MatchString(code)
	}
	var out []mutant
	for n := range lines {
		if !statement(n) || declaration.MatchString(strings.TrimSpace(lines[n])) {
			continue
		}
		change := func(how string, with ...string) {
			changed := append(append(append([]string{}, lines[:n]...), with...), lines[n+len(with):]...)
			out = append(out, mutant{file: file, change: how, text: strings.Join(changed, "\n"), line: n + 1})
		}
		change("gone", ";")
		change("twice", "{ "+lines[n]+" "+lines[n]+" }")
		if n+1 < len(lines) && statement(n+1) {
			change("behind the line below", lines[n+1], lines[n])
		}
	}
	return out
}

// TestScheduleMutants changes kernels whose barrier operations do not depend on the
// input. The exact engine finds nothing wrong with the barriers of a mutant that has a
// schedule, and no race that it finds is proved away. GV2_MUTANTS=all asks about every
// mutant with a race.
func TestScheduleMutants(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/kernels/weft/*/*_ok.cu")
	require.NoError(t, err)
	var all []mutant
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		text, head := string(data), strings.SplitN(string(data), "\n", 3)[1]
		plain := strings.Contains(text, "bar") && blockText.MatchString(head) && !strings.Contains(head, ",") &&
			!strings.Contains(head, "--param") && !strings.Contains(head, "--shared-bytes") && !strings.Contains(head, "rule")
		if want := os.Getenv("GV2_MUTANT_FILE"); plain && (want == "" || strings.Contains(file, want)) {
			all = append(all, statementMutants(filepath.Base(file), text)...)
		}
	}
	every := 17
	if os.Getenv("GV2_MUTANTS") == "all" {
		every = 1
	}
	scheduled, racy := 0, []mutant{}
	for i, m := range all {
		if i%every != 0 {
			continue
		}
		k := lowered(m.text, statedLaunch(t, m.text))
		if k == nil {
			continue
		}
		out, _ := instrument.Encode(k, ask.Request{})
		if out == nil || !out.Scheduled {
			continue
		}
		scheduled++
		report, err := weft.Check(context.Background(), k, weft.Options{})
		require.NoError(t, err)
		for _, property := range []kernel.Property{kernel.Divergence, kernel.Deadlock, kernel.Recycling, kernel.Count} {
			assert.NotEqual(t, claim.Refuted, report.Verdicts[property].Status, "%s, line %d %s: %s", m.file, m.line, m.change, property)
		}
		if report.Verdicts[kernel.DataRace].Status == claim.Refuted {
			racy = append(racy, m)
		}
	}
	counts := map[string]int{}
	for i, m := range racy {
		if every == 1 || i < 2 {
			compareGenerations(t, m, counts)
		}
	}
	t.Logf("%d mutants, %d of them with a schedule, %d of those with races; asked: %v", len(all), scheduled, len(racy), counts)
	assert.NotZero(t, scheduled)
	assert.NotZero(t, counts["refuted"])
	assert.Zero(t, counts["proved"])
}
