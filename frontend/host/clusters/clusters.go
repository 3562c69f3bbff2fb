// Package clusters reads with clusters of which size the launches of a file start a kernel: the attribute
// cudaLaunchAttributeClusterDimension of the configuration that a launch gets.
//
//	cudaLaunchConfig_t config = {};
//	cudaLaunchAttribute attribute[1];
//	attribute[0].id = cudaLaunchAttributeClusterDimension;
//	attribute[0].val.clusterDim.x = 2;
//	...
//	config.attrs = attribute;
//	config.numAttrs = 1;
//	cudaLaunchKernelEx(&config, kernel, p);
//
// In: the tokens of a file, the name of a kernel. Out: the size, if all launches in sight have that one. What is written in
// another way, under a condition, or where something else may change it, is not known.
package clusters

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// Of is the size of clusters with which the file launches kernels of that name, zero for launches without clusters. It is not
// known where the file has no launch, where launches differ, or where one of them is not understood.
func Of(code *cuda.Code, name string) (dims [3]int, known bool) {
	if code == nil {
		return dims, false
	}
	f := &file{code: code}
	launches := 0
	for i := range code.Len() {
		if t := code.Token(i); t.Kind != source.Ident || t.Text != name || t.Pos.Supplied() {
			continue
		}
		of, launch, ok := f.use(i)
		switch {
		case !ok:
			return [3]int{}, false
		case !launch:
			continue
		case launches > 0 && of != dims:
			return [3]int{}, false
		}
		dims = of
		launches++
	}
	return dims, launches > 0
}

// file is the tokens of a file.
type file struct{ code *cuda.Code }

func (f *file) text(i int) string { return f.code.Text(i) }

// asking are runtime functions that get a kernel and launch nothing.
func asking(name string) bool {
	return strings.HasPrefix(name, "cudaFuncSet") || strings.HasPrefix(name, "cudaFuncGet") || strings.HasPrefix(name, "cudaOccupancy")
}

// use is the occurrence of a kernel's name at token i: a launch with clusters of that size, or none. It is not ok where it is neither, as far as is
// known.
func (f *file) use(i int) (dims [3]int, launch, ok bool) {
	end := i + 1
	if f.text(end) == "<" {
		r := f.code.Read(end, f.code.Len()-1)
		r.TemplateArgs()
		if r.Failed() {
			return dims, false, false
		}
		end = r.Pos()
	}
	if f.text(end) == "<<<" {
		return dims, true, true
	}
	if f.text(end) == "(" {
		return dims, false, f.text(i-1) != "=" // declared; a call of a function with that name starts no kernel
	}
	open, argument := f.call(i)
	if open < 1 {
		return dims, false, false
	}
	switch name := f.text(open - 1); {
	case asking(name):
		return dims, false, !f.requires(open)
	case name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel":
		return dims, true, argument == 0
	case (name == "cudaLaunchKernelEx" || name == "cudaLaunchKernelExC") && argument == 1:
		if f.text(open+1) != "&" || f.text(open+3) != "," {
			return dims, true, false
		}
		dims, ok = f.configured(f.text(open+2), open)
		return dims, true, ok
	}
	return dims, false, false
}

// requires reports whether a call, its ( at token i, sets the clusters that a kernel has by an attribute of the function.
func (f *file) requires(i int) bool {
	for j := i; j < f.code.Match(i); j++ {
		if strings.HasPrefix(f.text(j), "cudaFuncAttributeRequiredCluster") {
			return true
		}
	}
	return false
}

// call is the ( of the call that token i is an argument of, and the number of that.
func (f *file) call(i int) (open, argument int) {
	for j := i - 1; j > 0; j-- {
		switch m := f.code.Match(j); {
		case f.text(j) == "(" && m > i && f.code.Token(j-1).Kind == source.Ident:
			return j, argument
		case f.text(j) == "(" && m > i:
			continue // (void *)(k)
		case m >= 0 && m < j:
			j = m
		case f.text(j) == ",":
			argument++
		case f.text(j) == ";" || f.text(j) == "{" || f.text(j) == "}":
			return -1, 0
		}
	}
	return -1, 0
}

// block is the { around token i, -1 at file level.
func (f *file) block(i int) int {
	for j := i - 1; j >= 0; j-- {
		switch m := f.code.Match(j); {
		case f.text(j) == "{" && m > i:
			return j
		case m >= 0 && m < j:
			j = m
		}
	}
	return -1
}

// within reports whether token i is in the block, or in one inside of it.
func (f *file) within(i, block int) bool { return block < i && i < f.code.Match(block) }

// variable is a variable of a function: where it is declared, and the { around that.
type variable struct {
	name      string
	at, block int
}

// declared finds the declaration of a local variable of a type by its name, from token i backwards.
func (f *file) declared(name, typ string, i int) (variable, bool) {
	for j := i; j > 0; j-- {
		if f.text(j) == name && f.text(j-1) == typ {
			v := variable{name, j, f.block(j)}
			return v, v.block >= 0 && f.within(i, v.block) && f.begins(j-1) && !f.jumps(v, i)
		}
	}
	return variable{}, false
}

// begins reports whether a statement begins at token i, under no condition and no label.
func (f *file) begins(i int) bool {
	before := f.text(i - 1)
	return before == ";" || before == "{" || before == "}"
}

// jumps reports whether something jumps over statements between the declaration of a variable and token i, or back over
// them: a goto in the function, the labels of a switch.
func (f *file) jumps(v variable, i int) bool {
	outer := v.block
	for b := outer; b >= 0; b = f.block(b) {
		outer = b
	}
	for j := outer; j < f.code.Match(outer); j++ {
		if f.text(j) == "goto" {
			return true
		}
	}
	for j := v.block; j < i; j++ {
		if t := f.text(j); (t == "case" || t == "default" && f.text(j+1) == ":") && f.within(i, f.block(j)) {
			return true
		}
	}
	return false
}

// configured is the size of clusters that a launch at token i gets by its configuration.
func (f *file) configured(name string, i int) (dims [3]int, ok bool) {
	config, ok := f.declared(name, "cudaLaunchConfig_t", i)
	if !ok || !f.plain(config) {
		return dims, false
	}
	attrs, count, ok := f.parts(config)
	if !ok {
		return dims, false
	}
	if len(attrs) == 0 && len(count) == 0 {
		return dims, true
	}
	array, some := f.latest(attrs, config, i)
	number, also := f.latest(count, config, i)
	if !some || !also {
		return dims, false
	}
	n, isNumber := f.number(number.equals + 1)
	at := array.equals + 1
	if f.text(at) == "&" {
		at++
	}
	if !isNumber || f.text(at+1) != ";" {
		return dims, false
	}
	return f.attributes(at, n, i)
}

// parts are the assignments to the attributes of a configuration and to their number; false if it is used in a way that
// may change one of them, or what it points to.
func (f *file) parts(config variable) (attrs, count []assignment, ok bool) {
	for _, j := range f.uses(config) {
		switch path, at := f.path(j); {
		case f.text(j-1) == "&" && f.passed(j):
			continue
		case len(path) == 0 || f.text(at) != "=" && path[0] != "gridDim" && path[0] != "blockDim":
			return nil, nil, false
		case path[0] == "attrs" && len(path) == 1:
			attrs = append(attrs, assignment{j, at})
		case path[0] == "numAttrs" && len(path) == 1:
			count = append(count, assignment{j, at})
		case !slices.Contains([]string{"gridDim", "blockDim", "dynamicSmemBytes", "stream"}, path[0]):
			return nil, nil, false
		}
	}
	return attrs, count, true
}

// given reports whether the array at token i becomes the attributes of a configuration by a statement, and by nothing else
// that leads to it: config.attrs = name; or config.attrs = &name;
func (f *file) given(i int) bool {
	equals := i - 1
	if f.text(equals) == "&" {
		equals--
	}
	at := equals - 3
	if f.text(i+1) != ";" || f.text(equals) != "=" || f.text(equals-1) != "attrs" || f.text(equals-2) != "." || !f.begins(at) {
		return false
	}
	config, ok := f.declared(f.text(at), "cudaLaunchConfig_t", at)
	if !ok {
		return false
	}
	_, _, ok = f.parts(config)
	return ok
}

// assignment is one to a part of a variable: the token of its name, and the =.
type assignment struct{ name, equals int }

// plain reports whether a configuration begins without attributes.
func (f *file) plain(v variable) bool {
	i := v.at + 1
	if f.text(i) == "=" {
		i++
	}
	if f.text(i) == "{" {
		commas := 0
		for j := i + 1; j < f.code.Match(i); j++ {
			if m := f.code.Match(j); m > j {
				j = m
			} else if f.text(j) == "," {
				commas++
			} else if f.text(j) == "." {
				return false
			}
		}
		if commas > 3 {
			return false
		}
		i = f.code.Match(i) + 1
	}
	return f.text(i) == ";"
}

// uses are the places of a variable's name behind its declaration.
func (f *file) uses(v variable) []int {
	var out []int
	for j := v.at + 1; j < f.code.Match(v.block); j++ {
		if f.text(j) == v.name && f.code.Token(j).Kind == source.Ident && f.text(j-1) != "." && f.text(j-1) != "->" && f.text(j-1) != "::" {
			out = append(out, j)
		}
	}
	return out
}

// path are the members behind a variable's name, where an index [2] is the member 2, and the token behind them.
func (f *file) path(i int) (path []string, end int) {
	for j := i + 1; ; {
		switch {
		case f.text(j) == "." && f.code.Token(j+1).Kind == source.Ident:
			path = append(path, f.text(j+1))
			j += 2
		case f.text(j) == "[" && f.code.Match(j) == j+2:
			path = append(path, f.text(j+1))
			j += 3
		default:
			return path, j
		}
	}
}

// passed reports whether the variable at token i, whose address is taken, is an argument of a call that leaves it alone.
func (f *file) passed(i int) bool {
	before, after := f.text(i-2), f.text(i+1)
	if before != "(" && before != "," || after != ")" && after != "," {
		return false
	}
	open, argument := f.call(i)
	return open > 0 && (asking(f.text(open-1)) || strings.HasPrefix(f.text(open-1), "cudaLaunchKernelEx") && argument == 0)
}

// latest is the assignment whose value a part of a variable has at token i; false where that is not known.
func (f *file) latest(list []assignment, v variable, i int) (last assignment, ok bool) {
	again := f.block(i) != v.block // a loop may be around
	for _, a := range list {
		switch {
		case !f.begins(a.name):
			return last, false // a part of the launch's own statement, which a loop repeats, or under a condition
		case a.name > i && !again:
			continue
		case a.name > i || !f.within(i, f.block(a.name)):
			return last, false
		}
		last, ok = a, true
	}
	return last, ok
}

// number is the literal at token i, if a statement ends behind it.
func (f *file) number(i int) (int, bool) {
	n, err := strconv.Atoi(strings.TrimRight(f.text(i), "uUlL"))
	return n, err == nil && f.text(i+1) == ";"
}

// unsized are the attributes that say nothing of the size of clusters.
var unsized = []string{
	"cudaLaunchAttributeIgnore", "cudaLaunchAttributeAccessPolicyWindow", "cudaLaunchAttributeCooperative", "cudaLaunchAttributeSynchronizationPolicy",
	"cudaLaunchAttributeClusterSchedulingPolicyPreference", "cudaLaunchAttributeProgrammaticStreamSerialization", "cudaLaunchAttributeProgrammaticEvent",
	"cudaLaunchAttributePriority", "cudaLaunchAttributeMemSyncDomainMap", "cudaLaunchAttributeMemSyncDomain", "cudaLaunchAttributeLaunchCompletionEvent",
	"cudaLaunchAttributeDeviceUpdatableKernelNode", "cudaLaunchAttributePreferredSharedMemoryCarveout",
}

// attributes is the size of clusters among the first attributes of an array, which token at names where a configuration gets it, for a
// launch at token i.
func (f *file) attributes(at, count, i int) (dims [3]int, ok bool) {
	v, ok := f.declared(f.text(at), "cudaLaunchAttribute", at)
	if !ok || !f.within(i, v.block) || f.jumps(v, i) {
		return dims, false
	}
	end := v.at + 1
	if f.text(end) == "[" {
		end = f.code.Match(end) + 1
	}
	begins := f.text(end) == ";" || (f.text(end) == "{" || f.text(end) == "=" && f.text(end+1) == "{") && f.empty(end)
	if !begins {
		return dims, false
	}
	ids, sizes, others := map[string][]assignment{}, map[string][]assignment{}, map[string]bool{}
	for _, j := range f.uses(v) {
		path, at := f.path(j)
		if len(path) > 0 && !index(path[0]) {
			path = append([]string{"0"}, path...) // no array
		}
		switch {
		case len(path) == 0 && f.given(j):
			continue
		case len(path) < 2 || !index(path[0]) || f.text(at) != "=":
			return dims, false
		case path[1] == "id" && len(path) == 2:
			ids[path[0]] = append(ids[path[0]], assignment{j, at})
		case path[1] == "val" && len(path) > 2 && path[2] == "clusterDim":
			if len(path) != 4 {
				return dims, false
			}
			sizes[path[0]+path[3]] = append(sizes[path[0]+path[3]], assignment{j, at})
		case path[1] == "val":
			others[path[0]] = true // val is a union: the size is another one behind this
		default:
			return dims, false
		}
	}
	for n := range count {
		key := strconv.Itoa(n)
		id, ok := f.latest(ids[key], v, i)
		if !ok {
			return [3]int{}, false
		}
		kind := f.text(id.equals + 1)
		switch {
		case f.text(id.equals+2) != ";" || kind != "cudaLaunchAttributeClusterDimension" && !slices.Contains(unsized, kind):
			return [3]int{}, false
		case kind != "cudaLaunchAttributeClusterDimension":
			continue
		case others[key] || dims != [3]int{}:
			return [3]int{}, false
		}
		for d := range dims {
			size, ok := f.latest(sizes[key+"xyz"[d:d+1]], v, i)
			if !ok {
				return [3]int{}, false
			}
			if dims[d], ok = f.number(size.equals + 1); !ok || dims[d] < 1 {
				return [3]int{}, false
			}
		}
	}
	ranks := dims[0] * dims[1] * dims[2]
	return dims, ranks <= kernel.MostRanks
}

// empty reports whether the braces behind token i are, but for a 0.
func (f *file) empty(i int) bool {
	if f.text(i) == "=" {
		i++
	}
	m := f.code.Match(i)
	return m == i+1 || m == i+2 && f.text(i+1) == "0"
}

func index(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && text == strconv.Itoa(n) // 01 is another way to write 1
}
