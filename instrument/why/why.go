// Package why says in a translation why each construct is there, for people who read one for the first time.
//
// In: the program of two threads. Out: the same program with comments in front of the first construct of each kind in
// each procedure, and a table of the numbers by which accesses are told apart. It changes nothing but comments.
package why

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/boogie"
)

// Mark begins each comment that this package makes, and Further the lines of it behind the first.
const (
	Mark    = "why: "
	Further = "     "
)

// lineWidth is how long the lines of a comment are at most.
const lineWidth = 96

// lines are a comment, in lines.
func lines(text string) []string {
	out := []string{strings.TrimSuffix(Mark, " ")}
	for word := range strings.FieldsSeq(text) {
		if last := len(out) - 1; len(out[last])+1+len(word) <= lineWidth {
			out[last] += " " + word
		} else {
			out = append(out, Further+word)
		}
	}
	return out
}

// Annotate adds the comments.
func Annotate(p *boogie.Program) *boogie.Program {
	out := &boogie.Program{Header: slices.Concat(p.Header,
		lines("a proof about two threads of which nothing else is known is one about every two threads (see GPUVerify)"),
		lines("x$1 and x$2 are a variable as threads 1 and 2 have it; a name without either is the same for both"),
	)}
	said := map[string]bool{} // of procedures that stand for all of their kind
	// Where barriers are counted, CHECK has a body.
	counted := slices.ContainsFunc(p.Decls, func(d boogie.Decl) bool {
		proc, is := d.(*boogie.Proc)
		return is && strings.HasPrefix(proc.Name, "CHECK_") && proc.Body != nil
	})
	for _, d := range p.Decls {
		if proc, is := d.(*boogie.Proc); is {
			d = procedure(proc, said, counted)
		}
		out.Decls = append(out.Decls, d)
	}
	return out
}

// procedures say what procedures whose names begin so are for; the first that fits counts.
var procedures = []struct {
	name string
	body bool // whether it has one
	text string
}{
	{"LOG_", true, "thread 1 makes an access and notes it, or not: with havoc track Boogie has to look at every choice, so that whichever single access is in the log, the proof covers it"},
	{"CHECK_", false, "it has no body, only a condition: at each call Boogie proves that the access of thread 2 is in conflict with none that the log may hold"},
	{"CHECK_", true, "thread 2 notes one arbitrary access as well, with the generations that it has seen; RESOLVE compares the two at the end"},
	{"RESOLVE_", false, "it has no body, only a condition, which Boogie proves where it is called: REL is the first generation that tells others of the access, ACQ the latest one that its thread had waited for"},
	{"BARRIER_BLOCKS", true, "threads of different blocks do not wait for each other here: the log stays as it is"},
	{"BARRIER", true, "what was logged before is ordered before what follows. To assume that the log is empty drops the runs in which something was logged: those in which nothing was have covered the rest"},
	{"WARP_SYNC", true, "lanes of one warp that meet are ordered as by a barrier; for two threads of different warps nothing happens"},
	{"SYNC_", true, "a generation is one use of the barrier; to count registrations tells which one this is, and SYNCED which one is known to be complete"},
	{"ARRIVE_", true, "as SYNC, but the thread does not wait, so that it learns nothing"},
}

// procedure is a procedure with comments.
func procedure(p *boogie.Proc, said map[string]bool, counted bool) *boogie.Proc {
	out := *p
	for _, about := range procedures {
		if strings.HasPrefix(p.Name, about.name) && about.body == (p.Body != nil) {
			if !said[about.text] {
				said[about.text] = true
				out.Comment = slices.Concat(p.Comment, lines(about.text))
			}
			return &out // its statements are explained by that
		}
	}
	if p.Body == nil || slices.ContainsFunc(p.Attrs, func(a boogie.Attr) bool { return a.Key == "inline" }) {
		return &out
	}
	w := &writer{said: map[string]bool{}, counted: counted}
	out.Comment = slices.Concat(p.Comment, head(p), sources(p))
	out.Body = w.stmts(p.Body)
	return &out
}

// head says how a kernel's procedure begins.
func head(p *boogie.Proc) []string {
	var out []string
	for _, s := range p.Requires {
		switch text := boogie.ExprString(s.E); {
		case strings.Contains(text, "_id_x$1 !=") || strings.Contains(text, "_id_y$1 !=") || strings.Contains(text, "_id_z$1 !="):
			out = append(out, "the two threads are different ones; there is no other relation between them")
		case strings.Contains(text, "HAS_OCCURRED") || strings.Contains(text, "LOGGED"):
			out = append(out, "in the beginning nothing is logged")
		case strings.HasPrefix(text, "GEN_"):
			out = append(out, "in the beginning no barrier has been used")
		}
	}
	var all []string
	for _, text := range slices.Compact(out) {
		all = append(all, lines(text)...)
	}
	return all
}

// mostSources bounds the table of sources.
const mostSources = 24

// sources are what the numbers of accesses stand for: the last argument of LOG.
func sources(p *boogie.Proc) []string {
	var out []string
	at := ""
	seen := map[string]bool{}
	boogie.WalkStmts(p.Body, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Comment:
			if m := place().FindStringSubmatch(s.Text); m != nil {
				at = m[1]
			}
		case *boogie.Call:
			if !strings.HasPrefix(s.F, "LOG_") || len(s.Args) == 0 {
				return
			}
			n, number := s.Args[len(s.Args)-1].(*boogie.IntLit)
			text, _, _ := strings.Cut(strings.TrimPrefix(s.F, "LOG_"), "$")
			if number && !seen[n.Text+text] {
				seen[n.Text+text] = true
				out = append(out, fmt.Sprintf(Further+"source %s: %s, %s", n.Text, strings.ToLower(strings.Replace(text, "_", " of ", 1)), at))
			}
		}
	})
	if len(out) > mostSources {
		out = append(out[:mostSources], fmt.Sprintf(Further+"and %d more", len(out)-mostSources))
	}
	if len(out) > 0 {
		out = append(lines("the last argument of LOG tells accesses apart, so that a report can say which one is in the log:"), out...)
	}
	return out
}

// place is how a comment names the line that what follows comes from.
var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+?:\d+)(:\d+)?: `) })

// writer adds comments to the statements of a procedure, each once. counted is set where the program counts barriers.
type writer struct {
	said    map[string]bool
	counted bool
}

func (w *writer) stmts(list []boogie.Stmt) []boogie.Stmt {
	if list == nil {
		return nil
	}
	out := []boogie.Stmt{}
	for _, s := range list {
		if text := w.reason(s); text != "" && !w.said[text] {
			w.said[text] = true
			for _, line := range lines(text) {
				out = append(out, &boogie.Comment{Text: line})
			}
		}
		switch s := s.(type) {
		case *boogie.If:
			c := *s
			c.Then, c.Else = w.stmts(s.Then), w.stmts(s.Else)
			out = append(out, &c)
		case *boogie.While:
			c := *s
			c.Body = w.stmts(s.Body)
			out = append(out, &c)
		default:
			out = append(out, s)
		}
	}
	return out
}

var (
	predicateName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(if|else|loop|break|continue|return|and|or)_`) })
	counterName   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`_start\$[12]$|^ITER_|^GEN_|^SYNCED_`) })
)

// reason says why a statement is there, empty where that needs no words.
func (w *writer) reason(s boogie.Stmt) string {
	switch s := s.(type) {
	case *boogie.Call:
		return w.callReason(s)
	case *boogie.Havoc:
		if strings.HasPrefix(s.Names[0], "iteration") {
			return "" // it has a comment of its own
		}
		return "what is read there may be anything: other threads may write it, or nobody follows it; a proof for any value is one for the right one"
	case *boogie.Assume:
		if text := boogie.ExprString(s.E); strings.HasPrefix(text, "IS_") {
			return "integers of C have a range, mathematical ones have none; that is all that is known of the value"
		}
		return "only runs in which this holds go on: it is known, or has just been proved"
	case *boogie.Assert:
		return "a condition that must hold, whatever the two threads are"
	case *boogie.While:
		text := "both threads make the same iterations"
		if strings.Contains(boogie.ExprString(s.C), "||") {
			text = "the loop runs as long as one of the threads has iterations left; the predicate of the other one is false then"
		}
		if slices.ContainsFunc(s.Invs, func(i boogie.Invariant) bool { return i.Candidate != "" }) {
			text += ". An invariant with _b in front is a guess, which Houdini drops if it does not hold"
		}
		return text
	case *boogie.If:
		return "both threads take the same branch, so that this one stays a branch"
	case *boogie.Assign:
		return assignReason(s)
	}
	return ""
}

func (w *writer) callReason(s *boogie.Call) string {
	switch {
	case strings.HasPrefix(s.F, "LOG_") && w.counted:
		return "an access: thread 1 may log it, and thread 2 may note the one that it makes at the same place. The first argument is the predicate: whether the thread makes the access at all"
	case strings.HasPrefix(s.F, "LOG_"):
		return "an access: thread 1 logs it, and behind that thread 2's access at the same place is checked against all that thread 1 may have logged. The first argument is the predicate: whether the thread makes the access at all"
	case strings.HasPrefix(s.F, "RESOLVE_"):
		return "whatever the two threads have logged on their ways is compared here"
	case strings.HasPrefix(s.F, "BARRIER"), strings.HasPrefix(s.F, "WARP_SYNC"):
		return "a barrier: its arguments say which of the threads get here"
	case strings.HasPrefix(s.F, "SYNC_"), strings.HasPrefix(s.F, "ARRIVE_"):
		return "an operation on a named barrier: its arguments say which of the threads make it"
	}
	return ""
}

func assignReason(s *boogie.Assign) string {
	name := ""
	if id, is := s.Lhs[0].(*boogie.Id); is {
		name = id.Name
	}
	switch {
	case predicateName().MatchString(name):
		return "predication: instead of a jump each thread has a predicate, which says whether it executes what is below that branch or loop"
	case counterName().MatchString(name):
		return "how things are when the loop begins, for invariants"
	case conditional(s.Rhs):
		return "a thread whose predicate is false keeps the old value"
	}
	return ""
}

func conditional(list []boogie.Expr) bool {
	return slices.ContainsFunc(list, func(e boogie.Expr) bool { _, is := e.(*boogie.Ite); return is })
}
