package interp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/runtime/solver"
)

// richPreamble declares what rich programs have beside preamble: inlined procedures with the
// names of their callers, contracts with free clauses and old values, functions that are not
// inlined.
const richPreamble = `
const n0: [int]int;
const unique u0: T;
const unique u1: T;
function DOUBLE(x: int): int { x * 2 }
procedure NEEDS(a: int, e: int) returns (r: int);
  requires a >= 0;
  free requires a < 50;
  requires e != 3;
  modifies g;
  ensures r > a + e;
  free ensures g >= old(g);
procedure {:inline 1} DEEP(a: int) returns (r: int)
  requires a != 7;
  free requires a > 9;
  modifies g, m;
  ensures r >= a || g < 0;
  free ensures r == 12;
{
  var n: [int]int; var i: int;
  n := m;
  r := a;
  i := 0;
  while (i < 3) invariant i >= 0; { i := i + 1; if (m[i] == a) { break; } r := r + 1; }
  if (a == 2) { return; }
  m[a] := g;
  g := g - 1;
  assert g < old(g) && n[0] == old(m)[0];
}
`

// quantifiers are assertions with quantifiers, which no run decides.
var quantifiers = []string{
	"(forall q: int :: 0 <= q && q < 3 ==> m[q] == n[q])", "(exists q: int :: m[q] == i)", "(forall q: int :: {F(q)} F(q) == F(q + 0))",
	"(forall q: int, z: int :: m[q] == z ==> z == m[q])", "(forall x: bv8 :: ULE(x, 255bv8))",
}

// rich writes statements: those of statement, and jumps, loops and what is unreachable.
func (g generator) rich(n, depth int, inLoop bool, vars terms, quantify bool) string {
	var out strings.Builder
	for range n {
		e := func(d int) string { return g.truth(d, vars) }
		switch k := g.Intn(16); {
		case k == 0:
			fmt.Fprintf(&out, "if (%s) { assume false; assert false; }\n", e(2))
		case k == 1:
			fmt.Fprintf(&out, "if (%s) { return; }\n", oneOf(g, "*", e(2)))
		case k == 2 && inLoop:
			fmt.Fprintf(&out, "if (%s) { %sbreak; }\n", oneOf(g, "*", e(2)), oneOf(g, "", "g := g + 2; "))
		case k == 3:
			fmt.Fprintf(&out, "call j := NEEDS(%s, %s);\n", g.integer(2, vars), g.integer(1, vars))
		case k == 4:
			fmt.Fprintf(&out, "call %s := DEEP(%s);\n", oneOf(g, "i", "j", "g"), g.integer(2, vars))
		case k == 5:
			fmt.Fprintf(&out, "assert %s;\n", oneOf(g, "g >= old(g)", "old(m)[0] == m[0]", "u0 != u1", "t == u0 || t != u0", "DOUBLE(i) == i + i", "old(i) == i", "e == a", "h ==> old(h)"))
		case k == 6 && depth > 0:
			out.WriteString(g.richLoop(depth-1, vars, quantify))
		case k == 7 && depth > 0:
			fmt.Fprintf(&out, "if (%s) {\n%s} else {\n%s}\n", oneOf(g, "*", e(2)), g.rich(2, depth-1, inLoop, vars, quantify), g.rich(1, depth-1, inLoop, vars, quantify))
		case k == 8 && quantify:
			fmt.Fprintf(&out, "%s %s;\n", oneOf(g, "assert", "assert", "assume"), oneOf(g, quantifiers...))
		case k == 9:
			fmt.Fprintf(&out, "assume %s;\nassert %s;\n", e(2), e(2))
		default:
			out.WriteString(g.statement(0, nil))
		}
	}
	return out.String()
}

// richLoop is a loop with or without invariants, some of them free, that may count or not.
func (g generator) richLoop(depth int, vars terms, quantify bool) string {
	invs := ""
	for range g.Intn(4) {
		invs += oneOf(g, "", "free ") + "invariant " + oneOf(g, "j >= 0", "j <= 4", "g >= old(g)", "i == old(i)", "m == old(m)", "!h || b", g.truth(2, vars)) + ";\n"
	}
	guard := oneOf(g, "j < 3", "j < 4 && "+g.truth(1, vars), "*", "true", g.truth(2, vars))
	last := oneOf(g, "j := j + 1;\n", "j := j + 1;\n", "j := j + 1;\nif (j > 3) { break; }\n", "break;\n", "return;\n")
	return oneOf(g, "j := 0;\n", "") + "while (" + guard + ")\n" + invs + "{\n" + g.rich(1+g.Intn(2), depth, true, vars, quantify) + last + "}\n"
}

// richProgram writes procedures that rich statements fill.
func (g generator) richProgram(procedures int, quantify bool) string {
	vars := open
	vars.ints = append([]string{"old(g)", "a", "old(m)[0]"}, open.ints...)
	vars.bools = append([]string{"old(h)"}, open.bools...)
	text := preamble + richPreamble
	for i := range procedures {
		text += fmt.Sprintf("procedure p%d(a: int, e: int) returns (r: int)\n  requires %s;\n  free requires %s;\n  modifies g, h, m, k, LOGGED, WHERE;\n  ensures %s;\n  free ensures %s;\n{\n%s%sr := %s;\n}\n",
			i, oneOf(g, "a >= 0", "a == e", "m == n0"), oneOf(g, "true", "e < 9", "g == 0"), oneOf(g, "r >= a", "g >= old(g)", "old(g) == g || h"), oneOf(g, "false", "r == 1"),
			locals, g.rich(4+g.Intn(4), 2, false, vars, quantify), g.integer(2, vars))
	}
	return text
}

// marked gives every check of a program a mark of its own.
func marked(p *boogie.Program) *boogie.Program {
	n := 0
	next := func() int { n++; return n }
	for _, d := range p.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok {
			continue
		}
		for _, specs := range [][]boogie.Spec{proc.Requires, proc.Ensures} {
			for i := range specs {
				specs[i].Tag = next()
			}
		}
		boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
			switch s := s.(type) {
			case *boogie.Assert:
				s.Tag = next()
			case *boogie.Call:
				s.Tag = next()
			case *boogie.While:
				s.Tag = next()
				for i := range s.Invs {
					s.Invs[i].Tag = next()
				}
			}
		})
	}
	return p
}

// refutedChecks are the marks of what an answer refutes, of calls those of the clause.
func refutedChecks(a *solver.Answer, printed boogie.Printed) map[string]bool {
	out := map[string]bool{}
	for _, f := range a.Failures {
		line := f.Line
		if f.Related != 0 {
			line = f.Related
		}
		out[fmt.Sprint(f.Procedure, " ", printed.Tags[line])] = true
	}
	return out
}

// againstRuns holds an answer against runs of the program: what fails in one is refuted.
func (q *askAll) againstRuns(t *testing.T, p *boogie.Program, a *solver.Answer, printed boogie.Printed) {
	c, err := Compile(p)
	require.NoError(t, err)
	refuted, open := refutedChecks(a, printed), map[string]bool{}
	for _, name := range a.Open {
		open[name] = true
	}
	for _, f := range c.Explore(context.Background(), Search{}).Failures {
		if !open[f.Procedure] {
			q.ran++
			assert.True(t, refuted[fmt.Sprint(f.Procedure, " ", f.Tag)], "check %v of %s fails in a run, with %v\n%s", f.Tag, f.Procedure, f.State, printed.Text)
		}
	}
}

func needsBoogie(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("boogie"); err != nil {
		t.Skip("boogie is not installed")
	}
}

// manyFailures are more than a random procedure has.
const manyFailures = 50

// askAll asks Z3 about a program, and later Boogie about all of them.
type askAll struct {
	z        *solver.SMT
	programs []boogie.Printed
	answers  []*solver.Answer
	// What was compared, and what both ways say.
	procedures, failures, open, ran int
}

func (q *askAll) direct(t *testing.T, p *boogie.Program) (*solver.Answer, boogie.Printed) {
	printed := boogie.Print(p)
	a, err := q.z.Run(context.Background(), printed, solver.Options{Timeout: time.Minute, Resources: 2_000_000, ErrorLimit: manyFailures})
	require.NoError(t, err, printed.Text)
	q.programs, q.answers = append(q.programs, printed), append(q.answers, a)
	return a, printed
}

// compare asks Boogie, some programs at a time.
func (q *askAll) compare(t *testing.T) {
	opts := solver.Options{Timeout: 30 * time.Second, Resources: 2_000_000, ErrorLimit: manyFailures}
	for len(q.programs) > 0 {
		n := min(50, len(q.programs))
		theirs, err := solver.RunSeveral(context.Background(), q.programs[:n], opts)
		require.NoError(t, err)
		for i, a := range theirs {
			q.procedures, q.failures, q.open = q.procedures+a.Verified, q.failures+len(a.Failures), q.open+len(a.Open)
			assert.Empty(t, solver.Differences(q.answers[i], a, opts), q.programs[i].Text)
		}
		q.programs, q.answers = q.programs[n:], q.answers[n:]
	}
	t.Logf("%d procedures are verified; %d checks fail, %d of them in runs; %d procedures are left open", q.procedures, q.failures, q.ran, q.open)
}

// Random programs with all that the language has: what a run violates is not verified, and
// Boogie says the same of every check.
func TestRichProgramsAgree(t *testing.T) {
	q := &askAll{z: z3(t)}
	needsBoogie(t)
	for seed := range seeds(40) {
		g := generator{source(5000 + seed)}
		quantify := seed%3 == 0
		text := g.richProgram(2, quantify)
		p, err := boogie.Parse("rich", text)
		require.NoError(t, err, text)
		require.NoError(t, boogie.Check(p), text)
		a, printed := q.direct(t, marked(p))
		q.againstRuns(t, p, a, printed)
	}
	q.compare(t)
}

// mutations are pairs of texts that take each other's place.
var mutations = [][2]string{
	{" + ", " - "}, {" < ", " <= "}, {" && ", " || "}, {" == ", " != "}, {"$1", "$2"}, {" ==> ", " <==> "}, {"true", "false"},
	{"requires ", "free requires "}, {"ensures ", "free ensures "}, {"  invariant ", "  free invariant "}, {"assert ", "assume "}, {"[1]", "[0]"},
	{" * ", " + "}, {" 0", " 1"}, {"ULT", "ULE"}, {"SLT", "ULT"}, {"ADD(", "SUB("},
}

// droppable are lines without which a program may make sense.
var droppable = regexp.MustCompile(`^ +(assume|havoc|invariant|free invariant|requires|free requires|call|assert|break|[a-zA-Z_$0-9]+ :=)[^;]*;$`)

// mutant changes one place of a text, or drops a line.
func mutant(g generator, text string) string {
	if g.Intn(3) == 0 {
		lines := strings.Split(text, "\n")
		for range 50 {
			if i := g.Intn(len(lines)); droppable.MatchString(lines[i]) {
				return strings.Join(append(lines[:i:i], lines[i+1:]...), "\n")
			}
		}
	}
	m := oneOf(g, mutations...)
	if g.Intn(2) == 0 {
		m[0], m[1] = m[1], m[0]
	}
	parts := strings.Split(text, m[0])
	if len(parts) == 1 {
		return text
	}
	at := 1 + g.Intn(len(parts)-1)
	return strings.Join(parts[:at], m[0]) + m[1] + strings.Join(parts[at:], m[0])
}

// Mutants of gv2's own translations: what a run violates is not verified, and Boogie says
// the same of every check.
func TestMutantsOfTranslationsAgree(t *testing.T) {
	q := &askAll{z: z3(t)}
	needsBoogie(t)
	var texts []string
	for _, pattern := range []string{"../../testdata/kernels/*/*.bpl", "../../testdata/demo/*.bpl"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if len(text) < 15_000 {
				texts = append(texts, string(text))
			}
		}
	}
	require.NotEmpty(t, texts)
	for seed, tried := 0, 0; tried < seeds(25); seed++ {
		g := generator{source(9000 + seed)}
		text := mutant(g, oneOf(g, texts...))
		p, err := boogie.Parse("mutant", text)
		if err != nil || boogie.Check(p) != nil || strings.Contains(text, "{:inline 0}") {
			continue
		}
		kept := map[string]bool{}
		for _, d := range p.Decls {
			if c, ok := d.(*boogie.ConstDecl); ok {
				kept[c.Name] = g.Intn(3) > 0
			}
		}
		if p = marked(boogie.Inferred(p, kept)); boogie.Check(p) != nil {
			continue
		}
		tried++
		a, printed := q.direct(t, p)
		q.againstRuns(t, p, a, printed)
	}
	q.compare(t)
}
