package solver

import (
	"errors"
	"slices"
	"strings"
	"sync"
)

// Boogies after 2.4 have lost flags. What these ask for is the default there, or another
// flag asks for it; rewritten has the other one's beginning.
var rewritten = map[string]string{
	"nologo":         "",
	"noinfer":        "",              // since 2.8 only /infer infers
	"useArrayTheory": "",              // since 3.0 only /useArrayAxioms uses axioms
	"z3opt":          "/proverOpt:O:", // since 2.5
}

// unknown holds for the path of a Boogie which flags it does not know.
var unknown = struct {
	sync.Mutex
	flags map[string][]string
}{flags: map[string][]string{}}

// understood are flags as the Boogie at path knows them.
func understood(path string, flags []string) []string {
	unknown.Lock()
	defer unknown.Unlock()
	var out []string
	for _, flag := range flags {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "/"), ":")
		if !slices.Contains(unknown.flags[path], name) {
			out = append(out, flag)
		} else if other := rewritten[name]; other != "" {
			out = append(out, other+value)
		}
	}
	return out
}

// unknownFlag finds the name in *** Error: '/nologo': Filename extension ” is not
// supported, as Boogie takes a flag for a file where files may begin with /, and in
// unknown switch: /nologo.
var unknownFlag = pattern(`(?:\*\*\* Error: '|unknown switch: )[-/](\w+)`)

// learn reports whether the fault of a Boogie that was started with flags is that it does
// not know one of them, and notes that it is to be asked without it.
func learn(path string, flags []string, err error) bool {
	var fault *ToolError
	if !errors.As(err, &fault) {
		return false
	}
	m := unknownFlag().FindStringSubmatch(fault.Reason + "\n" + fault.Output)
	if m == nil {
		return false
	}
	name := m[1]
	_, known := rewritten[name]
	if !known || !slices.ContainsFunc(flags, func(f string) bool { return f == "/"+name || strings.HasPrefix(f, "/"+name+":") }) {
		return false
	}
	unknown.Lock()
	defer unknown.Unlock()
	if !slices.Contains(unknown.flags[path], name) {
		unknown.flags[path] = append(unknown.flags[path], name)
	}
	return true
}
