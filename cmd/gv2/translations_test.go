package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/verdict"
)

// translationShare lists the kernels of which all texts are given to Boogie, unless
// TRANSLATIONS asks for others.
const translationShare = "testdata/translations.txt"

// TestTranslationsVerify runs the real Boogie on what gv2 translate writes, as the first
// lines of each text say, for each --check, --encoding and --invariants:
//
//   - Boogie reads it, and no loop invariant fails that gv2 has written;
//   - the text with candidates and that with those that hold have no errors, or both have some;
//   - a text without the help of candidates has none only if they have none;
//   - where gv2 verify refutes what the text is about, something fails.
//
// TRANSLATIONS=all takes every kernel, TRANSLATIONS=2/8 the second eighth of each folder,
// TRANSLATIONS=FOLDER those below a folder of testdata.
func TestTranslationsVerify(t *testing.T) {
	needsBoogie(t)
	flags := map[string][]string{}
	for _, c := range loopCases(t) {
		flags[loopFolder+c.file] = c.flags
	}
	for folder, paths := range chosenKernels(t, translationShare, os.Getenv("TRANSLATIONS")) {
		t.Run(folder, func(t *testing.T) {
			for _, path := range paths {
				checkTexts(t, path, flags[path])
			}
		})
	}
}

// text is a translation, and what Boogie says of it.
type text struct {
	about      string
	program    string
	errors     int
	invariants []string // that fail
}

// checkTexts translates a kernel in all ways.
func checkTexts(t *testing.T, path string, flags []string) {
	texts := map[string]*text{} // by program
	type question struct{ check, encoding string }
	type answers struct{ candidates, inferred, none *text }
	asked := map[question]*answers{}
	for _, check := range checksOf(t, path) {
		for _, encoding := range []string{"auto", "barrier", "generation"} {
			a := &answers{}
			for invariants, to := range map[string]**text{"candidates": &a.candidates, "inferred": &a.inferred, "none": &a.none} {
				args := slices.Concat([]string{"translate", "--solver", "z3", "--encoding", encoding, "--invariants", invariants}, flags)
				if check != "" {
					args = append(args, "--check", check)
				}
				code, program, _ := gv2("", append(args, path)...)
				if code != exitProved {
					continue
				}
				if texts[program] == nil {
					texts[program] = &text{about: strings.Join(args[3:], " ") + " " + inTestdata(path), program: program}
				}
				*to = texts[program]
			}
			asked[question{check, encoding}] = a
		}
	}
	askBoogie(t, texts)
	for _, x := range texts {
		assert.Empty(t, x.invariants, x.about)
	}
	for q, a := range asked {
		if a.candidates == nil || a.inferred == nil {
			continue
		}
		about := fmt.Sprint(inTestdata(path), " ", q)
		assert.Equal(t, a.candidates.errors == 0, a.inferred.errors == 0, "%s: with candidates %d errors, with those that hold %d",
			about, a.candidates.errors, a.inferred.errors)
		if a.none != nil && a.none.errors == 0 {
			assert.Zero(t, a.inferred.errors, about)
		}
		switch translationSays(t, path, append(flags, "--encoding", q.encoding), q.check) {
		case verdict.KernelRefuted:
			assert.NotZero(t, a.inferred.errors, "%s: gv2 verify refutes it", about)
		case verdict.KernelProved:
			if a.inferred.errors > 0 {
				t.Logf("OPEN %s: %d errors, gv2 verify proves it", about, a.inferred.errors)
			}
		}
	}
}

// checksOf are the properties that kernels like this one are asked about.
func checksOf(t *testing.T, path string) []string {
	checks := []string{""}
	for _, p := range kernel.Properties(nil) {
		code, _, _ := gv2("", "translate", "--check", string(p), path)
		if code == exitProved {
			checks = append(checks, string(p))
		}
	}
	return checks
}

// translationSays is the verdict of the translation about a property of a kernel, or
// about all where none is named.
func translationSays(t *testing.T, path string, flags []string, check string) verdict.Outcome {
	args := slices.Concat([]string{"--solver", "z3", "--engine", "boogie", "--safe-if=false", "--all-faults=false"}, flags)
	if check != "" {
		args = append(args, "--check", check)
	}
	reports, _ := verifyWith(t, little, path, args...)
	if len(reports) != 1 {
		return verdict.KernelUnknown
	}
	return reports[0].Outcome
}

var (
	runLine  = regexp.MustCompile(`(?m)^// run: boogie (/contractInfer )?stdin\.bpl$`)
	boogieIs = regexp.MustCompile(`^Boogie program verifier finished with (\d+) verified, (\d+) errors?(.*)$`)
	loopLine = regexp.MustCompile(`\((\d+),\d+\): Error BP500[45]`)
)

// askBoogie runs one Boogie on all texts that are to be run alike.
func askBoogie(t *testing.T, texts map[string]*text) {
	dir := t.TempDir()
	batches := map[string][]*text{}
	for _, x := range texts {
		m := runLine.FindStringSubmatch(x.program)
		require.NotNil(t, m, x.about)
		batches[m[1]] = append(batches[m[1]], x)
	}
	for flag, batch := range batches {
		args := []string{"/verifySeparately", "/timeLimit:20"}
		if flag != "" {
			args = append(args, strings.TrimSpace(flag))
		}
		for i, x := range batch {
			name := filepath.Join(dir, fmt.Sprintf("p%d%d.bpl", len(flag), i))
			require.NoError(t, os.WriteFile(name, []byte(x.program), 0o600))
			args = append(args, name)
		}
		out, err := exec.CommandContext(context.Background(), "boogie", args...).Output()
		require.NoError(t, err)
		i := 0
		for line := range bytes.Lines(out) {
			line := strings.TrimSpace(string(line))
			if m := boogieIs.FindStringSubmatch(line); m != nil {
				if batch[i].errors, _ = strconv.Atoi(m[2]); m[3] != "" {
					batch[i].errors++ // nothing is shown of a procedure that is left open
				}
				i++
			} else if m := loopLine.FindStringSubmatch(line); m != nil {
				batch[i].failed(t, m[1])
			}
		}
		require.Equal(t, len(batch), i, "Boogie reads all of the texts; %s", out)
	}
}

// failed notes an invariant that fails, if it is none of the user's.
func (x *text) failed(t *testing.T, line string) {
	n, err := strconv.Atoi(line)
	require.NoError(t, err)
	if inv := strings.Split(x.program, "\n")[n-1]; strings.Contains(inv, "{:tag ") {
		x.invariants = append(x.invariants, line+": "+strings.TrimSpace(inv))
	}
}

// TestTranslateRun shows what a solver says of the text, and nothing of Z3's.
func TestTranslateRun(t *testing.T) {
	needsBoogie(t)
	path := filepath.Join(t.TempDir(), "racy.bpl")
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"../../testdata/demo/racy.cu"}, exitRefuted, "stdin.bpl(105,3): Error BP5002: A precondition for this call might not hold.\n"},
		{[]string{"-o", path, "../../testdata/demo/racy.cu"}, exitRefuted, path + "(105,3): Error BP5002"},
		{[]string{"../../testdata/demo/proved.cu"}, exitProved, "Boogie program verifier finished with 2 verified, 0 errors\n"},
		{[]string{"../../testdata/kernels/loops/stencil/ring_counter_ok.cu"}, exitProved, "Boogie program verifier finished with 1 verified, 0 errors\n"},
		{[]string{"--solver", "z3", "../../testdata/demo/racy.cu"}, exitRefuted, "reverse: line 105 may fail\n"},
		{[]string{"--solver", "z3", "../../testdata/kernels/loops/stencil/ring_counter_ok.cu"}, exitProved, "march: verified\n"},
		{[]string{"--solver", "both", "../../testdata/kernels/loops/stencil/ring_counter_ok.cu"}, exitProved, "march: verified\n"},
	} {
		code, out, stderr := gv2("", append([]string{"translate", "--run"}, test.args...)...)
		assert.Equal(t, test.code, code, "%v: %s", test.args, stderr)
		assert.Contains(t, out, test.says, test.args)
		assert.NotContains(t, out, "model_compress")
		assert.NotContains(t, out, "procedure ")
	}
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(written), "procedure reverse")
}
