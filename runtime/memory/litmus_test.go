package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/runtime/memory"
)

// A litmus test in the format that Dat3M reads for PTX: initial values, a column of
// instructions for each thread, and a condition.

type litmus struct {
	name    string
	initial map[string]int64
	// aliases are other names of places: by a proxy, or another virtual address by the generic one.
	aliases map[string]alias
	threads []column
	// quantifier is exists, forall or ~exists.
	quantifier string
	condition  condition
}

type alias struct {
	of    string
	proxy memory.Proxy
}

// root is the place of a name, and the name of its virtual address.
func (l *litmus) root(name string) (place, address string) {
	place, address = name, ""
	for {
		a, ok := l.aliases[place]
		if !ok {
			break
		}
		if a.proxy == memory.Generic && address == "" {
			address = place
		}
		place = a.of
	}
	if address == "" {
		address = place
	}
	return place, address
}

type column struct {
	cta, gpu int
	code     [][]string // the words of each instruction
	labels   map[string]int
}

// condition is a condition on registers (P0:r1) and memory (x).
type condition func(value func(name string) []int64) bool

var errNotRead = fmt.Errorf("not read by this converter")

var threadLine = regexp.MustCompile(`^P(\d+)\s*@\s*cta\s+(\d+)\s*,\s*gpu\s+(\d+)$`)

func parseLitmus(text string) (*litmus, error) {
	l := &litmus{initial: map[string]int64{}, aliases: map[string]alias{}}
	first, rest, _ := strings.Cut(text, "\n")
	l.name = strings.TrimSpace(strings.TrimPrefix(first, "PTX"))
	_, rest, _ = strings.Cut(rest, "{")
	init, rest, _ := strings.Cut(rest, "}")
	for _, one := range strings.Split(init, ";") {
		if m := aliasLine.FindStringSubmatch(strings.TrimSpace(one)); m != nil {
			l.aliases[m[1]] = alias{m[3], proxies[m[2]]}
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(one), "=")
		if !ok && name != "" {
			return nil, errNotRead
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(value), 0, 64); err == nil {
			l.initial[strings.TrimSpace(name)] = n
		} else if name != "" {
			return nil, errNotRead
		}
	}
	at := regexp.MustCompile(`(?m)^\s*(exists|forall|~exists|filter|locations)`).FindStringIndex(rest)
	if at == nil {
		return nil, errNotRead
	}
	for i, row := range strings.Split(strings.TrimSpace(rest[:at[0]]), ";") {
		if strings.TrimSpace(row) == "" {
			continue
		}
		for t, cell := range strings.Split(row, "|") {
			cell = strings.TrimSpace(cell)
			if i == 0 {
				m := threadLine.FindStringSubmatch(cell)
				if m == nil {
					return nil, errNotRead
				}
				c, _ := strconv.Atoi(m[2])
				g, _ := strconv.Atoi(m[3])
				l.threads = append(l.threads, column{cta: c, gpu: g, labels: map[string]int{}})
				continue
			}
			if t >= len(l.threads) {
				return nil, errNotRead
			}
			th := &l.threads[t]
			if label, ok := strings.CutSuffix(cell, ":"); ok {
				th.labels[label] = len(th.code)
			} else if cell != "" {
				th.code = append(th.code, strings.Fields(strings.ReplaceAll(cell, ",", " ")))
			}
		}
	}
	tail := strings.TrimSpace(rest[at[0]:])
	l.quantifier = strings.Fields(strings.ReplaceAll(tail, "(", " "))[0]
	if l.quantifier == "filter" || l.quantifier == "locations" || l.quantifier == "" {
		return nil, errNotRead
	}
	p := &conditionParser{words: regexp.MustCompile(`/\\|\\/|==|!=|[()=~]|\w+:\s*\w+|\w+`).FindAllString(strings.TrimPrefix(tail, l.quantifier), -1)}
	l.condition = p.or()
	if p.bad || len(p.words) > 0 {
		return nil, errNotRead
	}
	return l, nil
}

type conditionParser struct {
	words []string
	bad   bool
}

func (p *conditionParser) next() string {
	if len(p.words) == 0 {
		p.bad = true
		return ""
	}
	w := strings.ReplaceAll(p.words[0], " ", "")
	p.words = p.words[1:]
	return w
}

func (p *conditionParser) accept(w string) bool {
	if len(p.words) > 0 && p.words[0] == w {
		p.words = p.words[1:]
		return true
	}
	return false
}

func (p *conditionParser) or() condition {
	c := p.and()
	for p.accept(`\/`) {
		a, b := c, p.and()
		c = func(v func(string) []int64) bool { return a(v) || b(v) }
	}
	return c
}

func (p *conditionParser) and() condition {
	c := p.atom()
	for p.accept(`/\`) {
		a, b := c, p.atom()
		c = func(v func(string) []int64) bool { return a(v) && b(v) }
	}
	return c
}

func (p *conditionParser) atom() condition {
	if p.accept("(") {
		c := p.or()
		p.bad = p.bad || !p.accept(")")
		return c
	}
	x, op, y := p.next(), p.next(), p.next()
	return func(v func(string) []int64) bool {
		for _, a := range v(x) {
			for _, b := range v(y) {
				if (a == b) != (op == "!=") {
					return true
				}
			}
		}
		return false
	}
}

// program turns the test into what the engine explores; names are the places.
func (l *litmus) program() (*memory.Program, func(string) int, error) {
	var names []string
	place := func(name string) int {
		name, _ = l.root(name)
		if i := slices.Index(names, name); i >= 0 {
			return i
		}
		names = append(names, name)
		return len(names) - 1
	}
	addresses := map[string][]string{}
	address := func(name string) int {
		root, at := l.root(name)
		if len(addresses[root]) == 0 {
			addresses[root] = []string{root}
		}
		i := slices.Index(addresses[root], at)
		if i < 0 {
			i = len(addresses[root])
			addresses[root] = append(addresses[root], at)
		}
		return i
	}
	p := &memory.Program{Initial: func(at memory.Place) int64 { return l.initial[names[at.Object]] }}
	for i := range l.threads {
		c := &l.threads[i]
		p.Threads = append(p.Threads, memory.Thread{Name: fmt.Sprint("P", i), CTA: c.cta, GPU: c.gpu,
			Run: func(values []int64) (memory.Path, error) {
				r := &run{litmus: l, thread: i, column: c, place: place, address: address, values: values, regs: map[string]int64{}, from: map[string][]int{}}
				return r.path()
			}})
	}
	return p, place, nil
}

// run executes one thread.
type run struct {
	*litmus
	*column
	thread int
	place  func(string) int
	// address is the number of a virtual address of its place.
	address func(string) int
	values  []int64
	regs    map[string]int64
	// from are the reads that a register depends on, control those of the branches.
	from    map[string][]int
	control []int
	out     memory.Path
}

func (r *run) value(word string) (int64, []int) {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return n, nil
	}
	if v, ok := r.regs[word]; ok {
		return v, r.from[word]
	}
	return r.initial[fmt.Sprint("P", r.thread, ":", word)], nil
}

func (r *run) event(e memory.Event, reads ...[]int) int {
	e.Depends = slices.Clone(r.control)
	for _, list := range reads {
		e.Depends = append(e.Depends, list...)
	}
	r.out.Events = append(r.out.Events, e)
	return len(r.out.Events) - 1
}

var orders = map[string]memory.Order{"weak": memory.Weak, "relaxed": memory.Relaxed, "acquire": memory.Acquire,
	"release": memory.Release, "acq_rel": memory.AcqRel, "sc": memory.SC}
var proxies = map[string]memory.Proxy{"generic": memory.Generic, "texture": memory.Texture, "surface": memory.Surface, "constant": memory.Constant, "alias": memory.Alias}
var aliasLine = regexp.MustCompile(`^(\w+)\s*@\s*(\w+)\s+aliases\s+(\w+)$`)
var scopes = map[string]memory.Scope{"cta": memory.CTA, "gpu": memory.GPU, "sys": memory.System}

// load reads a place; false means that the value is missing.
func (r *run) load(e memory.Event) (int64, int, bool) {
	if len(r.values) == 0 {
		r.out.Ask = &e.Place
		return 0, 0, false
	}
	e.Kind, e.Value = memory.Read, r.values[0]
	r.values = r.values[1:]
	return e.Value, r.event(e), true
}

func (r *run) path() (memory.Path, error) {
	seen := map[string]bool{}
	for at := 0; at < len(r.code); at++ {
		for _, label := range r.labels {
			if label == at {
				seen[r.state(at)] = true
			}
		}
		words := r.code[at]
		name := strings.Split(words[0], ".")
		access := memory.Event{}
		if len(name) > 1 {
			access.Order = orders[name[1]]
			if len(name) > 2 {
				access.Scope = scopes[name[2]]
			}
		}
		switch way := name[0]; way {
		case "sust", "suld", "tld", "cold":
			access.Proxy = map[string]memory.Proxy{"sust": memory.Surface, "suld": memory.Surface, "tld": memory.Texture, "cold": memory.Constant}[way]
			name[0] = way[len(way)-2:]
		}
		switch name[0] {
		case "st":
			access.Address = r.address(words[1])
			v, from := r.value(words[2])
			access.Kind, access.Place, access.Value = memory.Write, memory.Place{Object: r.place(words[1]), Size: 4}, v
			r.event(access, from)
		case "ld":
			if len(name) == 1 {
				r.regs[words[1]], r.from[words[1]] = r.value(words[2])
				continue
			}
			access.Place, access.Address = memory.Place{Object: r.place(words[2]), Size: 4}, r.address(words[2])
			v, i, ok := r.load(access)
			if !ok {
				return r.out, nil
			}
			r.regs[words[1]], r.from[words[1]] = v, []int{i}
		case "atom", "red":
			args := words[1:]
			dst := ""
			if name[0] == "atom" {
				dst, args = args[0], args[1:]
			}
			access.Address = r.address(args[0])
			read, write := access, access
			read.Atomic, write.Atomic = true, true
			read.Place = memory.Place{Object: r.place(args[0]), Size: 4}
			write.Place, write.Kind = read.Place, memory.Write
			read.Order, write.Order = memory.Relaxed, memory.Relaxed
			if access.Order == memory.Acquire || access.Order == memory.AcqRel {
				read.Order = memory.Acquire
			}
			if access.Order == memory.Release || access.Order == memory.AcqRel {
				write.Order = memory.Release
			}
			old, i, ok := r.load(read)
			if !ok {
				return r.out, nil
			}
			y, from := r.value(args[1])
			stores := true
			switch name[3] {
			case "add":
				write.Value = old + y
			case "sub":
				write.Value = old - y
			case "exch":
				write.Value = y
			case "cas":
				z, more := r.value(args[2])
				write.Value, from, stores = z, append(slices.Clone(from), more...), old == y
			default:
				return r.out, errNotRead
			}
			if name[3] != "exch" {
				from = append(slices.Clone(from), i)
			}
			if stores {
				r.event(write, from)
			} else {
				r.out.Events[i].Atomic = false
			}
			if dst != "" {
				r.regs[dst], r.from[dst] = old, []int{i}
			}
		case "add", "sub", "mul":
			x, from := r.value(words[2])
			y, more := r.value(words[3])
			r.regs[words[1]] = map[string]int64{"add": x + y, "sub": x - y, "mul": x * y}[name[0]]
			r.from[words[1]] = append(slices.Clone(from), more...)
		case "fence":
			if name[1] == "proxy" {
				p, known := proxies[name[2]]
				if !known {
					return r.out, errNotRead
				}
				access = memory.Event{Proxy: p}
			}
			access.Kind = memory.Fence
			r.event(access)
		case "bar":
			use, count, ok := r.barrier(r.thread, words)
			if !ok {
				return r.out, errNotRead
			}
			if count == 0 {
				count = r.meeting(use)
			}
			r.event(memory.Event{Kind: memory.Barrier, Barrier: memory.BarrierUse{Group: r.gpu<<8 | r.cta, ID: use.id, Waits: name[2] == "sync", Count: count}})
		case "beq", "bne", "bge", "ble", "bgt", "blt":
			x, from := r.value(words[1])
			y, more := r.value(words[2])
			r.control = append(append(r.control, from...), more...)
			if map[string]bool{"beq": x == y, "bne": x != y, "bge": x >= y, "ble": x <= y, "bgt": x > y, "blt": x < y}[name[0]] {
				if r.jump(&at, r.labels[words[3]], seen) {
					return r.out, nil
				}
			}
		case "goto":
			if r.jump(&at, r.labels[words[1]], seen) {
				return r.out, nil
			}
		default:
			return r.out, errNotRead
		}
	}
	r.out.Final = r.regs
	return r.out, nil
}

// jump sets at so that the thread continues at to. It reports whether the path can be
// dropped: the thread has been there with the same registers and has only read since.
func (r *run) jump(at *int, to int, seen map[string]bool) bool {
	if to <= *at {
		state := r.state(to)
		if seen[state] || len(seen) > 12 {
			r.out.Waits = true
			return true
		}
	}
	*at = to - 1
	return false
}

// state tells apart what a thread at an instruction may do next: it has what registers
// hold, and how much the thread has done besides reading.
func (r *run) state(at int) string {
	state := fmt.Sprint(at)
	for _, reg := range r.live(at) {
		state += fmt.Sprint(" ", reg, r.regs[reg])
	}
	for _, e := range r.out.Events {
		if e.Kind != memory.Read {
			state += "."
		}
	}
	return state
}

// live are the registers that the thread may read at or after an instruction, before it
// writes them.
func (c *column) live(at int) []string {
	live := make([]map[string]bool, len(c.code)+1)
	for i := range live {
		live[i] = map[string]bool{}
	}
	for range c.code {
		for i := len(c.code) - 1; i >= 0; i-- {
			words := c.code[i]
			name, _, _ := strings.Cut(words[0], ".")
			next := []int{i + 1}
			writes := ""
			switch name {
			case "goto":
				next = []int{c.labels[words[1]]}
			case "beq", "bne", "bge", "ble", "bgt", "blt":
				next = append(next, c.labels[words[3]])
			case "ld", "suld", "tld", "cold", "atom", "add", "sub", "mul":
				writes = words[1]
			}
			for _, n := range next {
				for reg := range live[n] {
					live[i][reg] = true
				}
			}
			delete(live[i], writes)
			for j, word := range words[1:] {
				if word != writes || j > 0 {
					live[i][word] = true
				}
			}
		}
	}
	var list []string
	for reg := range live[at] {
		list = append(list, reg)
	}
	slices.Sort(list)
	return list
}

// outcome reports whether the condition holds in some execution, and in all.
func (l *litmus) outcome() (some, all bool, err error) {
	p, place, err := l.program()
	if err != nil {
		return false, false, err
	}
	all = true
	e := memory.Explorer{Program: p}
	res, err := e.Explore(func(x *memory.Execution) bool {
		if !x.Ends {
			return true
		}
		holds := l.condition(func(name string) []int64 {
			if n, err := strconv.ParseInt(name, 0, 64); err == nil {
				return []int64{n}
			}
			if thread, reg, ok := strings.Cut(name, ":"); ok {
				t, _ := strconv.Atoi(strings.TrimPrefix(thread, "P"))
				if v, ok := x.Paths[t].Final.(map[string]int64)[reg]; ok {
					return []int64{v}
				}
				return []int64{l.initial[name]}
			}
			return x.Finals(memory.Place{Object: place(name), Size: 4})
		})
		some, all = some || holds, all && holds
		return true
	})
	if err == nil && res.Ended == 0 && !l.meets() {
		err = errNotRead
	}
	return some, all, err
}

// meets reports whether there are barriers, at which threads may wait for ever.
func (l *litmus) meets() bool {
	return slices.ContainsFunc(l.threads, func(c column) bool {
		return slices.ContainsFunc(c.code, func(words []string) bool { return strings.HasPrefix(words[0], "bar.") })
	})
}

// barrierUse is a barrier of a block: its number, or the number of an instance and its own.
type barrierUse struct{ gpu, cta, id int }

// barrier reads an instruction bar.cta.sync: the barrier, and the number of threads that it says, 0 if it says none. It is not
// ok if the thread computes one of them.
func (l *litmus) barrier(thread int, words []string) (use barrierUse, count int, ok bool) {
	c := &l.threads[thread]
	use = barrierUse{gpu: c.gpu, cta: c.cta}
	for i, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			if slices.ContainsFunc(c.code, func(w []string) bool { return len(w) > 1 && w[1] == word && w[0] != "bar.cta.sync" }) {
				return use, 0, false
			}
			n = int(l.initial[fmt.Sprint("P", thread, ":", word)])
		}
		if i == 2 {
			return use, n, len(words) == 4
		}
		use.id = use.id<<8 | n
	}
	return use, 0, true
}

// meeting is the number of threads that meet at a barrier without a count: those that have an instruction for it. (By the manual all threads of the
// block do, so that a barrier that only some reach keeps them for ever. To Dat3M these go on.)
func (l *litmus) meeting(use barrierUse) int {
	n := 0
	for t := range l.threads {
		if slices.ContainsFunc(l.threads[t].code, func(words []string) bool {
			if !strings.HasPrefix(words[0], "bar.") {
				return false
			}
			other, _, ok := l.barrier(t, words)
			return ok && other == use
		}) {
			n++
		}
	}
	return n
}

// waitsForEver are the public tests in which one of three threads waits for ever at a barrier for two. Dat3M evaluates the condition all the same; here an execution
// has an outcome when all threads have ended. (By the manual the count of a barrier is a multiple of the size of a warp, so that it does not have these either.)
var waitsForEver = []string{"quorum1-pass", "quorum2-pass", "quorum3-pass", "quorum4-pass"}

// TestPublicLitmus compares with the outcomes that Dat3M expects of its tests for PTX. Its
// folders are named by DAT3M; they are not part of this repository.
func TestPublicLitmus(t *testing.T) {
	root := os.Getenv("DAT3M")
	if root == "" {
		t.Skip("DAT3M is not set: a checkout of github.com/hernanponcedeleon/Dat3M")
	}
	list, err := os.ReadFile(filepath.Join(root, "dartagnan/src/test/resources/PTXv7_5-expected.csv"))
	require.NoError(t, err)
	read, notRead := 0, 0
	for _, line := range strings.Fields(string(list)) {
		file, expected, _ := strings.Cut(line, ",")
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		l, err := parseLitmus(string(text))
		if err != nil {
			notRead++
			t.Log("not read:", file)
			continue
		}
		some, all, err := l.outcome()
		if err != nil {
			notRead++
			t.Log("not read:", file, err)
			continue
		}
		read++
		got := map[string]bool{"exists": some, "~exists": !some, "forall": all}[l.quantifier]
		if slices.Contains(waitsForEver, strings.TrimSuffix(filepath.Base(file), ".litmus")) {
			require.False(t, some, "%s: an execution ends", file)
			t.Log("differs, as a thread waits for ever:", file)
			continue
		}
		if got != (expected == "1") {
			t.Errorf("%s: %s: got %v, expected %s", file, l.quantifier, got, expected)
		}
	}
	t.Logf("%d read, %d not read", read, notRead)
}
