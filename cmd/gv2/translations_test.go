package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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
//   - the text with those that the proofs need has as many as that with all that hold;
//   - the text with one copy of the kernel for each property has errors if and only if that with one for each array has;
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
	w := &translations{texts: map[string]*text{}}
	for folder, paths := range chosenKernels(t, translationShare, os.Getenv("TRANSLATIONS")) {
		t.Run(folder, func(t *testing.T) {
			for _, path := range paths {
				w.translate(t, path, flags[path])
				if len(w.texts) >= translationBatch {
					w.judge(t)
				}
			}
		})
	}
	w.judge(t)
	t.Logf("%d texts of %d kernels, %d of them left open in part", w.count, w.kernels, w.open)
}

// What counts iterations is an integer, whatever stands for the integers of C.
func TestTranslationsOfBarriersAreTyped(t *testing.T) {
	for _, folder := range []string{"generations", "named"} {
		paths, err := filepath.Glob("../../testdata/kernels/" + folder + "/*.cu")
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			code, _, stderr := gv2("", "translate", "--self-check", "--arith", "bv", "--encoding", "generation", path)
			assert.NotEqual(t, exitTool, code, "%s: %s", path, stderr)
		}
	}
}

// What Boogie may take for a procedure of a text, in its own units and, where these do not
// bound it, in time. What is left open is compared with nothing.
const (
	translationEffort = 10_000_000
	translationTime   = time.Minute
	translationBatch  = 60 // texts for one Boogie, which takes a second to start
)

// text is a translation, and what Boogie says of it.
type text struct {
	about      string
	program    string
	errors     int
	open       bool     // Boogie leaves a procedure open
	invariants []string // that fail
}

// translations are texts that wait for Boogie, by program, with what they answer.
type translations struct {
	texts                map[string]*text
	asked                []asked
	count, kernels, open int
}

// asked is a question about a kernel, and the texts that answer it; nil for those that
// there are not.
type asked struct {
	path, check, encoding         string
	flags                         []string
	candidates, inferred, without *text
	minimal, merged               *text // of the whole only
}

// translate translates a kernel in all ways.
func (w *translations) translate(t *testing.T, path string, flags []string) {
	w.kernels++
	for _, check := range checksOf(t, path) {
		for _, encoding := range []string{"auto", "barrier", "generation"} {
			a := asked{path: path, check: check, encoding: encoding, flags: flags}
			ways := map[string]**text{"candidates": &a.candidates, "inferred": &a.inferred, "none": &a.without}
			if check == "" && encoding == "auto" {
				ways["minimal"], ways["merged"] = &a.minimal, &a.merged
			}
			for invariants, to := range ways {
				copies := "array"
				if invariants == "merged" {
					invariants, copies = "inferred", "property"
				}
				args := slices.Concat([]string{"translate", "--solver", "z3", "--encoding", encoding, "--invariants", invariants, "--copies", copies}, flags)
				if check != "" {
					args = append(args, "--check", check)
				}
				code, program, _ := gv2("", append(args, path)...)
				if code != exitProved {
					continue
				}
				if w.texts[program] == nil {
					w.texts[program] = &text{about: strings.Join(args[3:], " ") + " " + inTestdata(path), program: program}
				}
				*to = w.texts[program]
			}
			w.asked = append(w.asked, a)
		}
	}
}

// judge asks Boogie about the texts that wait, and compares.
func (w *translations) judge(t *testing.T) {
	askBoogie(t, w.texts)
	for _, x := range w.texts {
		assert.Empty(t, x.invariants, x.about)
		w.count++
		if x.open {
			w.open++
		}
	}
	type question struct {
		*text
		check string
	}
	says := map[question]verdict.Outcome{}
	for _, a := range w.asked {
		if a.candidates == nil || a.inferred == nil {
			continue
		}
		q := question{a.inferred, a.check}
		if _, known := says[q]; !known {
			says[q] = translationSays(t, a.path, slices.Concat(a.flags, []string{"--encoding", a.encoding}), a.check)
		}
		a.compare(t, says[q])
	}
	w.texts, w.asked = map[string]*text{}, nil
}

// compare compares what Boogie says of the texts with each other and with what gv2 verify
// says.
func (a *asked) compare(t *testing.T, says verdict.Outcome) {
	about := fmt.Sprintf("%s {%s %s}", inTestdata(a.path), a.check, a.encoding)
	if !a.candidates.open && !a.inferred.open {
		assert.Equal(t, a.candidates.errors == 0, a.inferred.errors == 0, "%s: with candidates %d errors, with those that hold %d",
			about, a.candidates.errors, a.inferred.errors)
	}
	if a.minimal != nil && !a.minimal.open && !a.inferred.open {
		assert.Equal(t, a.inferred.errors, a.minimal.errors, "%s: with the invariants that hold, and with those that are needed", about)
	}
	if a.merged != nil && !a.merged.open && !a.inferred.open {
		assert.Equal(t, a.inferred.errors == 0, a.merged.errors == 0, "%s: with a copy for each array, and for each property", about)
	}
	if a.without != nil && !a.without.open && a.without.errors == 0 && !a.inferred.open {
		assert.Zero(t, a.inferred.errors, about)
	}
	switch {
	case says == verdict.KernelRefuted && !a.inferred.open:
		assert.NotZero(t, a.inferred.errors, "%s: gv2 verify refutes it", about)
	case says == verdict.KernelProved && (a.inferred.open || a.inferred.errors > 0):
		t.Logf("OPEN %s: %d errors, open: %v; gv2 verify proves it", about, a.inferred.errors, a.inferred.open)
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
	batches := map[string][]*text{}
	for _, x := range texts {
		m := runLine.FindStringSubmatch(x.program)
		require.NotNil(t, m, x.about)
		batches[m[1]] = append(batches[m[1]], x)
	}
	for flag, batch := range batches {
		for len(batch) > 0 {
			batch = batch[askBatch(t, strings.TrimSpace(flag), batch):]
		}
	}
}

// askBatch asks Boogie about texts and returns how many are done: where Z3 does not notice
// its limits, it is ended, and the text left open.
func askBatch(t *testing.T, flag string, batch []*text) (done int) {
	limit := 2*translationTime + time.Duration(len(batch))*5*time.Second
	args := []string{
		"-s", "KILL", fmt.Sprint(int(limit.Seconds())), "boogie",
		"/verifySeparately", fmt.Sprintf("/timeLimit:%d", int(translationTime.Seconds())),
		fmt.Sprintf("/rlimit:%d", translationEffort), "/z3opt:smt.arith.nl.nra=false",
	}
	if flag != "" {
		args = append(args, flag)
	}
	dir := t.TempDir()
	for i, x := range batch {
		name := filepath.Join(dir, fmt.Sprintf("p%d.bpl", i))
		require.NoError(t, os.WriteFile(name, []byte(x.program), 0o600))
		args = append(args, name)
	}
	// It ends what Boogie has started, too.
	out, err := exec.CommandContext(context.Background(), "timeout", args...).Output()
	for line := range bytes.Lines(out) {
		line := strings.TrimSpace(string(line))
		if m := boogieIs.FindStringSubmatch(line); m != nil {
			batch[done].errors, _ = strconv.Atoi(m[2])
			batch[done].open = m[3] != ""
			done++
		} else if m := loopLine.FindStringSubmatch(line); m != nil && done < len(batch) {
			batch[done].failed(t, m[1])
		}
	}
	var killed *exec.ExitError
	if errors.As(err, &killed) && done < len(batch) {
		batch[done].open = true
		return done + 1
	}
	require.NoError(t, err)
	require.Equal(t, len(batch), done, "Boogie reads all of the texts; %s", out)
	return done
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
