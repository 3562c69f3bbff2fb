package stress

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// test is a litmus test of two threads and two locations, *x and *y, which are 0 at first. What threads read goes to r.
type test struct {
	Name          string
	First, Second string
	// Weak is the weak behaviour, over x, y and r.
	Weak string
}

// Enum is the name in C++.
func (t test) Enum() string {
	return strings.ReplaceAll(strings.ReplaceAll(t.Name, "+", "_"), "2_2W", "twoW")
}

// tests are message passing, load buffering and store buffering, with which the paper tunes, and the others
// of two locations in which each thread has two accesses.
var tests = []test{
	{"MP", "*x = 1; *y = 1;", "int a = *y; int b = *x; r[0] = a; r[1] = b;", "r[0] == 1 && r[1] == 0"},
	{"LB", "int a = *x; *y = 1; r[0] = a;", "int a = *y; *x = 1; r[1] = a;", "r[0] == 1 && r[1] == 1"},
	{"SB", "*x = 1; int a = *y; r[0] = a;", "*y = 1; int a = *x; r[1] = a;", "r[0] == 0 && r[1] == 0"},
	{"S", "*x = 2; *y = 1;", "int a = *y; *x = 1; r[0] = a;", "r[0] == 1 && x == 2"},
	{"R", "*x = 1; *y = 1;", "*y = 2; int a = *x; r[0] = a;", "y == 2 && r[0] == 0"},
	{"2+2W", "*x = 1; *y = 2;", "*y = 1; *x = 2;", "x == 1 && y == 1"},
}

// Tests are the names of the litmus tests that tuning knows.
func Tests() []string {
	var names []string
	for _, t := range tests {
		names = append(names, t.Name)
	}
	return names
}

// WriteTuning writes the program that finds how to stress a chip, with these litmus tests.
func WriteTuning(w io.Writer, names []string) error {
	var chosen []test
	for _, name := range names {
		i := slices.IndexFunc(tests, func(t test) bool { return strings.EqualFold(t.Name, name) })
		if i < 0 {
			return fmt.Errorf("no litmus test %s; there are %s", name, strings.Join(Tests(), ", "))
		}
		if !slices.Contains(chosen, tests[i]) {
			chosen = append(chosen, tests[i])
		}
	}
	text, err := environment()
	if err != nil {
		return err
	}
	var titles []string
	for _, t := range chosen {
		titles = append(titles, t.Name)
	}
	list := strings.Join(titles, ", ")
	return execute(w, "litmus.cu", struct {
		Tests       []test
		Environment string
		Text        map[string]string
	}{chosen, text, map[string]string{"Title": "How to stress a chip: " + list, "NoGPU": noGPU, "Tests": list}})
}
