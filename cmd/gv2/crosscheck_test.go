package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/runtime/solver"
)

// crosscheckShare lists the kernels that are checked unless CROSSCHECK asks for others:
// one of nearly each folder, those on which Boogie takes long left out.
const crosscheckShare = "testdata/crosscheck.txt"

// What a question may take. The limit of time is for what effort does not bound alone, such
// as some products of variables: else as much is compared on slow machines. What is left open is no difference.
// CROSSTIME=200s is another limit, for a machine that is busy with other things.
const (
	crossEffort = 1_000_000
	crossSlow   = 20.0 // seconds from which a question is shown
)

var crossTime = cmp.Or(crossTimeAsked(), 40*time.Second)

func crossTimeAsked() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("CROSSTIME"))
	return d
}

// crosscheckFlags are the translations of a kernel that are compared.
var crosscheckFlags = [][]string{
	{"--arith", "int"}, {"--arith", "bv"}, {"--arith", "int", "--invariants", "none"}, {"--arith", "bv", "--invariants", "none"},
	{"--arith", "int", "--encoding", "generation"},
}

// TestSolversAgree asks Z3, by the conditions of boogie/vc, and Boogie every question
// about every kernel of testdata: about what gv2 translate writes, in both models of
// integers, with candidates and without, and what gv2 verify asks. A check that holds for
// one and fails for the other, or a candidate that only one keeps, is a fault of gv2.
// CROSSCHECK=all takes every kernel, CROSSCHECK=2/8 the second eighth of each folder,
// CROSSCHECK=FOLDER those below a folder of testdata, CROSSCHECK=FOLDER/NAME.cu one kernel.
// GV2_Z3 is another Z3 to ask, or cvc5.
func TestSolversAgree(t *testing.T) {
	needsBoogie(t)
	flags := map[string][]string{}
	for _, c := range loopCases(t) {
		flags[loopFolder+c.file] = c.flags
	}
	c := &crosscheck{z: &solver.SMT{Tool: "z3", Path: os.Getenv("GV2_Z3")}, seen: map[[32]byte]*solver.Answer{}, figures: crossFigures{other: "Boogie"}, effort: crossEffort}
	if os.Getenv("CROSSCHECK") == "" {
		c.effort /= 4
	}
	if strings.HasSuffix(c.z.Path, "cvc5") {
		c.z.Tool = "cvc5"
	}
	t.Cleanup(c.z.Close)
	for folder, paths := range chosenKernels(t, crosscheckShare, os.Getenv("CROSSCHECK")) {
		t.Run(folder, func(t *testing.T) {
			for _, path := range paths {
				c.kernel(t, path, flags[path])
			}
			c.compare(t, crossBatch)
		})
	}
	c.compare(t, 1)
	t.Log(c.figures.String())
}

// chosenKernels yields kernels of testdata by their folders: those that a file lists where
// none are chosen, or all, or the second eighth of each folder (2/8), those below a folder, or one.
func chosenKernels(t *testing.T, list, chosen string) func(func(string, []string) bool) {
	all := map[string][]string{}
	for _, path := range slices.Concat(kernelFiles(t), weftKernels(t)) {
		all[filepath.Dir(path)] = append(all[filepath.Dir(path)], path)
	}
	for _, c := range loopCases(t) {
		path := loopFolder + c.file
		if !slices.Contains(all[filepath.Dir(path)], path) {
			all[filepath.Dir(path)] = append(all[filepath.Dir(path)], path)
		}
	}
	share := strings.Fields(readFile(t, list))
	return func(yield func(string, []string) bool) {
		for _, folder := range slices.Sorted(maps.Keys(all)) {
			paths, name := all[folder], inTestdata(folder)
			var part, of int
			n, _ := fmt.Sscanf(chosen, "%d/%d", &part, &of)
			switch {
			case chosen == "all":
			case n == 2:
				at := 0
				paths = slices.DeleteFunc(slices.Clone(paths), func(string) bool { at++; return at%of != part%of })
			case chosen == "":
				paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return !slices.Contains(share, inTestdata(path)) })
			case strings.HasSuffix(chosen, ".cu") || strings.HasSuffix(chosen, ".ptx"):
				paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return inTestdata(path) != chosen })
			default:
				if !strings.HasPrefix(name+"/", chosen+"/") {
					continue
				}
			}
			if len(paths) > 0 && !yield(name, paths) {
				return
			}
		}
	}
}

// crosscheck compares two solvers.
type crosscheck struct {
	z      *solver.SMT
	effort int64
	// seen holds the direct answers.
	seen map[[32]byte]*solver.Answer
	// asked are those that Boogie is to answer.
	asked   []crossQuestion
	figures crossFigures
}

// crossQuestion is a question and the direct answer to it.
type crossQuestion struct {
	about   string
	printed boogie.Printed
	opts    solver.Options
	mine    *solver.Answer
}

// crossFigures count what was compared.
type crossFigures struct {
	other                 string // the second solver
	questions, candidates int
	late                  int // inferences that did not end
	mine, theirs          answered
	cut                   int // open procedures and checks that time has ended
}

// answered counts what one solver says.
type answered struct{ verified, failures, open int }

func (f *crossFigures) add(mine, theirs *solver.Answer) {
	f.questions++
	f.candidates += len(mine.Inferred)
	f.mine.add(mine)
	f.theirs.add(theirs)
	for _, u := range slices.Concat(mine.Unanswered, theirs.Unanswered) {
		if u.Cause == solver.OverTime {
			f.cut++
		}
	}
}

func (n *answered) add(a *solver.Answer) {
	n.verified += a.Verified
	n.failures += len(a.Failures)
	n.open += len(a.Open)
}

func (f *crossFigures) String() string {
	return fmt.Sprintf("%d questions with %d candidates; procedures verified, checks that fail, procedures left open: %v, by %s %v; %d inferences did not end; %d answers cut off by time",
		f.questions, f.candidates, f.mine, f.other, f.theirs, f.late, f.cut)
}

// kernel asks the questions about one kernel.
func (c *crosscheck) kernel(t *testing.T, path string, flags []string) {
	for _, more := range crosscheckFlags {
		c.translations(t, path, flags, more)
	}
	for _, arith := range []string{"int", "bv"} {
		args := slices.Concat([]string{path, "--arith", arith, "--engine", "boogie", "--safe-if=false", "--all-faults=false"}, flags)
		cmd := newVerifyCommand(streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &bytes.Buffer{}},
			func(ctx context.Context, io streams, opts *verifyOptions) error {
				opts.settings.effort = c.effort
				opts.engines.Solve = func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
					return c.ask(t, "verify "+arith+" "+inTestdata(path), p, o)
				}
				verifyFile(ctx, io, opts, path, func(*report) {})
				return nil
			})
		cmd.SetArgs(args)
		_ = cmd.ExecuteContext(context.Background())
	}
}

// translations asks about the text of a kernel in one form, if there is one.
func (c *crosscheck) translations(t *testing.T, path string, flags, more []string) {
	args := slices.Concat([]string{"translate", "--solver", "z3"}, flags, more)
	code, text, _ := gv2("", append(args, path)...)
	if code == exitProved {
		c.translation(t, strings.Join(append(more, inTestdata(path)), " "), text)
	}
}

// translation asks which candidates of a text hold, and what fails with all of them, with
// those that hold, and without any.
func (c *crosscheck) translation(t *testing.T, about, text string) {
	p, err := boogie.Parse("translation", text)
	require.NoError(t, err, about)
	ask := func(p *boogie.Program, infer bool) *solver.Answer {
		a, err := c.ask(t, about, boogie.Print(p), solver.Options{Infer: infer, Resources: c.effort, ErrorLimit: 20})
		if err != nil {
			return &solver.Answer{}
		}
		return a
	}
	all := map[string]bool{}
	for _, d := range p.Decls {
		if k, ok := d.(*boogie.ConstDecl); ok && strings.HasPrefix(k.Name, "_b") {
			all[k.Name] = true
		}
	}
	if len(all) > 0 {
		a := ask(boogie.ForInference(p), true)
		ask(boogie.Inferred(p, all), false)
		if a.Outcome == solver.Verified {
			ask(boogie.Inferred(p, a.Inferred), false)
		}
	} else {
		ask(p, false)
	}
}

// ask answers a question directly and keeps it for Boogie.
func (c *crosscheck) ask(t *testing.T, about string, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
	o.Timeout = crossTime
	key := sha256.Sum256(fmt.Appendf(nil, "%v %d %d %v %s", o.Infer, o.ErrorLimit, o.Resources, o.Operators, p.Text))
	if a := c.seen[key]; a != nil {
		return a, nil
	}
	a, err := c.z.Run(context.Background(), p, o)
	assert.NoError(t, err, about)
	if err == nil && a.Seconds > crossSlow {
		t.Logf("%.0f s for a question about %s, infer: %v", a.Seconds, about, o.Infer)
	}
	if err != nil {
		return a, err
	}
	c.seen[key] = a
	switch {
	case len(o.Operators) > 0:
		// Boogie is not told what they are, and gets the question without them.
		plain := o
		plain.Operators = nil
		_, err = c.ask(t, about, p, plain)
	case o.Infer && a.Outcome != solver.Verified:
		c.figures.late++ // there is nothing to compare
	default:
		c.asked = append(c.asked, crossQuestion{about, p, o, a})
	}
	return a, err
}

// crossBatch is how many questions one Boogie gets: it takes a second to start.
const crossBatch = 50

// compare asks Boogie what was asked, many programs at a time; sets of fewer than least wait.
func (c *crosscheck) compare(t *testing.T, least int) {
	batches := map[string][]crossQuestion{}
	for _, q := range c.asked {
		key := fmt.Sprint(q.opts.Infer, q.opts.ErrorLimit)
		if batches[key] = append(batches[key], q); len(batches[key]) == crossBatch {
			c.batch(t, batches[key])
			delete(batches, key)
		}
	}
	c.asked = nil
	for _, b := range batches {
		if len(b) < least {
			c.asked = append(c.asked, b...)
		} else {
			c.batch(t, b)
		}
	}
}

func (c *crosscheck) batch(t *testing.T, qs []crossQuestion) {
	opts := solver.Options{Infer: qs[0].opts.Infer, ErrorLimit: qs[0].opts.ErrorLimit, Resources: c.effort, Timeout: crossTime}
	var programs []boogie.Printed
	for _, q := range qs {
		programs = append(programs, q.printed)
	}
	began := time.Now()
	answers, err := solver.RunSeveral(context.Background(), programs, opts)
	t.Logf("%d questions to Boogie, %.1f s; last about %s", len(qs), time.Since(began).Seconds(), qs[len(qs)-1].about)
	if err != nil {
		t.Logf("one by one: %v", err)
		answers = make([]*solver.Answer, len(qs))
	}
	for i, q := range qs {
		if answers[i] == nil {
			if answers[i], err = solver.RunBoogie(context.Background(), q.printed, opts); !assert.NoError(t, err, q.about) {
				continue
			}
		}
		c.figures.add(q.mine, answers[i])
		if !assert.Empty(t, solver.Differences(q.mine, answers[i], q.opts), q.about) {
			keepDifference(t, q, opts)
		}
	}
}

// keepDifference writes the program of a difference to a file.
func keepDifference(t *testing.T, q crossQuestion, opts solver.Options) {
	f, err := os.CreateTemp("", "gv2-difference-*.bpl")
	require.NoError(t, err)
	defer f.Close()
	fmt.Fprintf(f, "// %s, infer: %v\n%s", q.about, opts.Infer, q.printed.Text)
	t.Logf("the program is in %s", f.Name())
}
