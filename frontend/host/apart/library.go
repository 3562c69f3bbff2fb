package apart

import (
	"maps"
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Functions and methods of libraries, and others that are not seen.

// library executes functions of the standard library that hand pointers on.
func (f *frame) library(s *state, fun *cuda.Ident, args []cuda.Expr) (all []*pointer, places []*place, known bool) {
	name := fun.Name
	own := !ofLibrary(fun) && (len(f.file.flow.Functions(name)) > 0 || len(f.file.flow.Globals()[name]) > 0 || f.file.flow.Class(name) != nil ||
		f.ownMember(name) || f.self != nil && len(f.ownMethods(name, len(args))) > 0)
	switch {
	case own:
		return nil, nil, false
	case (name == "swap" || name == "iter_swap") && len(args) == 2:
		f.swap(s, args)
		return nil, nil, true
	case name == "exchange" && len(args) == 2:
		x := f.place(s, args[0])
		all = f.readAll(s, x)
		next, _ := f.value(s, args[1])
		s.write(x, next)
		return all, nil, true
	case (name == "move" || name == "forward" || name == "as_const" || name == "launder" || name == "raw_pointer_cast" || name == "ref" || name == "cref" || name == "to_address" || name == "make_optional") && len(args) == 1,
		(name == "assume_aligned" || name == "__builtin_assume_aligned" || name == "make_reverse_iterator") && len(args) >= 1:
		all, from := f.value(s, args[0])
		if from != nil {
			places = []*place{from}
		}
		return all, places, true
	case name == "get" && len(fun.Args) == 1 && len(args) == 1: // std::get<0>(t)
		return f.got(s, fun, args[0])
	case (name == "next" || name == "prev") && len(args) >= 1:
		all, _ = f.value(s, args[0])
		n := f.file.nums.literal(1)
		if len(args) > 1 {
			n = f.count(s, args[1])
		}
		if name == "prev" {
			n = f.file.nums.sum(f.file.nums.literal(0), n, -1)
		}
		for i, p := range all {
			all[i] = f.shifted(s, p, n)
		}
		return all, nil, true
	case name == "begin" && len(args) == 1:
		for _, l := range f.place(s, args[0]) {
			all = append(all, addressOf(l.part("[0]")))
		}
		return all, nil, true
	case (name == "tie" || name == "forward_as_tuple") && slices.ContainsFunc(args, func(a cuda.Expr) bool { return !isNumber(f.typeOf(a)) }):
		f.file.steps = mostPieces + 1 // a tuple of references
		return nil, nil, true
	case name == "make_pair" || name == "make_tuple" || name == "forward_as_tuple" || name == "tie":
		var from []*pointer
		at := fun.Pos.String()
		l := variable("made" + f.tag + "@" + at)
		for _, a := range args {
			x, _ := f.value(s, a)
			if len(x) > 0 && !isNumber(f.typeOf(a)) {
				from = append(from, x...)
			}
		}
		s.write([]*place{l}, []*pointer{f.fresh(s, "of "+at, from...)})
		for n, a := range args {
			f.part(s, l, n, a)
		}
		return s.read(l), []*place{l}, true
	case (name == "addressof" || name == "__addressof") && len(args) == 1:
		for _, l := range f.place(s, args[0]) {
			all = append(all, addressOf(l))
		}
		return all, nil, true
	case (name == "memcpy" || name == "memmove" || name == "__builtin_memcpy") && len(args) == 3:
		copyBytes(f, s, args)
		return nil, nil, true
	case name == "get" || name == "min" || name == "max" || name == "printf" || name == "fprintf" || name == "assert" || name == "free" || name == "cudaFree" || name == "cudaGetLastError" || name == "cudaDeviceSynchronize":
		for _, a := range args {
			if list, is := a.(*cuda.InitList); is {
				for _, item := range list.Items {
					x, _ := f.value(s, item)
					all = union(all, x)
				}
				continue
			}
			x, _ := f.value(s, a)
			if name == "min" || name == "max" {
				all = union(all, x)
			}
		}
		return all, nil, true
	case name == "bit_cast" && len(fun.Args) == 1 && len(args) == 1:
		all, _ = f.value(s, &cuda.CastExpr{Pos: fun.Pos, Type: fun.Args[0].Type, X: args[0]})
		return all, nil, true
	case parses[name]:
		for _, a := range args {
			f.value(s, a)
		}
		return []*pointer{anything(f, s, notFollowed("`"+name+"`", fun.Pos.Line))}, nil, true
	case name == "from_chars" && len(args) >= 3:
		for _, a := range args {
			f.value(s, a)
		}
		s.forget(f.place(s, args[2]))
		return nil, nil, true
	case strings.HasSuffix(name, "scanf"): // "%p"
		for _, a := range args {
			all, _ := f.value(s, a)
			for _, p := range all {
				if p.to != nil && wide(f.file.types[p.to.key]) {
					s.forget([]*place{p.to})
				}
				if p.to != nil && !isNumber(f.file.types[p.to.key]) && !isNumber(elementOf(f.file.types[p.to.root()])) {
					s.write([]*place{p.to}, []*pointer{anything(f, s, notFollowed("`"+name+"`", fun.Pos.Line))})
				}
			}
		}
		return nil, nil, true
	case ofLibrary(fun) && fun.Path[0] == "std" && anyCertain(f, args):
		return f.mixing(s, notFollowed("`std::"+name+"`", fun.Pos.Line), args...), nil, true
	}
	return nil, nil, false
}

// anything is a pointer that is read from elsewhere, which may be each that there is.
func anything(f *frame, s *state, why string) *pointer {
	var from []*pointer
	for _, k := range slices.Sorted(maps.Keys(s.held)) {
		from = union(from, s.held[k].all)
	}
	for _, k := range slices.Sorted(maps.Keys(f.file.kept)) {
		from = union(from, f.file.kept[k])
	}
	return s.vague(why, union(union(from, f.params), []*pointer{freshAt("what is read from elsewhere")}))
}

// reads reports whether a function of a library gives what it gets the address of a value that lies elsewhere, which may be any
// pointer.
func reads(name string) bool {
	return strings.HasPrefix(name, "cudaMemcpy") || strings.HasPrefix(name, "cuMemcpy") || strings.HasPrefix(name, "cuPointerGetAttribute") || readers[name]
}

var readers = map[string]bool{"fread": true, "read": true, "pread": true, "recv": true, "recvfrom": true, "readv": true, "getline": true, "MPI_Recv": true, "MPI_Bcast": true,
	"MPI_Irecv": true, "MPI_Sendrecv": true, "MPI_Allgather": true, "MPI_Gather": true, "MPI_Scatter": true, "cudaPointerGetAttributes": true, "cudaIpcOpenMemHandle": true, "cuIpcOpenMemHandle": true}

// ofLibrary reports whether a name says that it is one of a library, whatever the file calls so itself.
func ofLibrary(fun *cuda.Ident) bool {
	return len(fun.Path) > 0 && (fun.Path[0] == "std" || fun.Path[0] == "thrust" || fun.Path[0] == "cuda")
}

// anyCertain reports whether one of the expressions is certainly a pointer.
func anyCertain(f *frame, args []cuda.Expr) bool { return slices.ContainsFunc(args, f.certain) }

// part is the n-th part of a pair or a tuple.
func (f *frame) part(s *state, l *place, n int, a cuda.Expr) {
	paths := []string{".get" + string(rune('0'+n%10))}
	if n < 2 {
		paths = append(paths, []string{".first", ".second"}[n])
	}
	if isNumber(f.typeOf(a)) {
		return
	}
	for _, path := range paths {
		all, from := f.value(s, a)
		f.store(s, l.part(path), all, from)
	}
}

// got is std::get<0>(t).
func (f *frame) got(s *state, fun *cuda.Ident, a cuda.Expr) (all []*pointer, places []*place, known bool) {
	of := f.place(s, a)
	index := fun.Args[0].Text()
	t := bare(f.typeOf(a))
	if t != nil && t.Name == "variant" {
		return f.readAll(s, of), of, true
	}
	if isContainer(t) {
		places = parts(of, "["+index+"]")
	} else {
		places = parts(of, ".get"+strings.ReplaceAll(index, ".", "_"))
		for i, l := range of {
			if p := l.part("[" + index + "]"); s.held[p.key] != nil && s.held[places[i].key] == nil {
				places[i] = p
			}
		}
	}
	if len(of) == 0 {
		return f.mixed(s, a), nil, true
	}
	return f.readAll(s, places), places, true
}

func (f *frame) swap(s *state, args []cuda.Expr) {
	x, y := f.place(s, args[0]), f.place(s, args[1])
	if len(x) == 1 && len(y) == 1 && exact(x[0].path) && exact(y[0].path) {
		s.exchange(x[0], y[0])
		return
	}
	for _, l := range x {
		for _, m := range y {
			both := union(s.read(l), s.read(m))
			s.unknown(l)
			s.unknown(m)
			if exact(l.path) && exact(m.path) {
				s.write([]*place{l}, both)
				s.write([]*place{m}, both)
			} else if l.root() != m.root() {
				s.write([]*place{l}, both)
				s.write([]*place{m}, both)
			} // elements of one array change places
		}
	}
}

// copyBytes executes memcpy.
func copyBytes(f *frame, s *state, args []cuda.Expr) {
	dst, _ := f.value(s, args[0])
	src, _ := f.value(s, args[1])
	f.count(s, args[2])
	for _, p := range dst {
		if p.to == nil {
			continue
		}
		if len(dst) == 1 && len(src) == 1 && src[0].to != nil && lastIndex(p.to.path) < 0 && lastIndex(src[0].to.path) < 0 {
			f.store(s, p.to, s.read(src[0].to), src[0].to)
			continue
		}
		of := *p.to
		if at := lastIndex(of.path); at >= 0 {
			of.key, of.path = of.key[:len(of.key)-len(of.path)+at], of.path[:at]
		}
		if t := bare(f.file.types[of.key]); of.path == "" && t != nil && t.Form == cuda.ArrayType && isNumber(t.Elem) || isContainer(t) {
			continue
		}
		var from []*pointer
		for _, q := range src {
			if q.to != nil {
				from = union(from, s.reached([]*pointer{q}))
			}
			if of := q.arrayType(f); of != nil && isNumber(of) && isPointer(f.file.types[p.to.key]) { // the bytes of a pointer
				from = union(from, []*pointer{anything(f, s, notRead(args[1]))})
			}
		}
		f.spoil(s, []*place{&of}, notRead(args[0]), from)
	}
}

// arrayType is the type of the elements of the array of which p is one, nil if that is not known.
func (p *pointer) arrayType(f *frame) *cuda.TypeExpr {
	if p.to == nil {
		return nil
	}
	return elementOf(f.file.types[p.to.name])
}

// alike are methods that give what their object has, or a view of it.
var alike = map[string]bool{"at": true, "front": true, "back": true, "value": true, "get": true, "top": true, "second": true, "view": true, "reshape": true, "flatten": true,
	"squeeze": true, "unsqueeze": true, "narrow": true, "slice": true, "select": true, "transpose": true, "permute": true, "t": true, "detach": true, "expand": true,
	"subspan": true, "find": true, "rbegin": true, "first": true, "last": true, "release": true, "index": true, "view_as": true, "flat": true}

// methodUnseen executes a method whose body is not seen.
func (f *frame) methodUnseen(s *state, fun *cuda.MemberExpr, of []*place, args []cuda.Expr, at string) ([]*pointer, []*place) {
	t := bare(f.typeOf(fun.X))
	if fun.Arrow && t != nil && t.Form == cuda.PointerType {
		t = t.Elem
	}
	holds := isContainer(t)
	switch name := fun.Name; {
	case t != nil && t.Name == "atomic" && len(of) > 0:
		return atomic(f, s, name, of, args), nil
	case name == "value_or" && len(args) == 1 && len(of) > 0:
		other, _ := f.value(s, args[0])
		return union(f.readAll(s, of), other), nil
	case len(args) == 0 && (name == "data" || name == "get" || strings.HasSuffix(name, "data_ptr") || name == "begin" || name == "cbegin"):
		var all []*pointer
		for _, l := range of {
			if holds || name == "begin" || name == "cbegin" {
				all = append(all, addressOf(l.part("[0]")))
			} else if d := f.file.flow.Global(strings.TrimPrefix(l.key, "::")); isPointer(f.file.types[l.key]) || d != nil && strings.HasPrefix(l.key, "::") && isPointer(d.Type) { // std::ref(p).get()
				all = union(all, s.read(l))
			} else if c := s.held[l.key]; c != nil && (len(c.all) != 1 || c.all[0].fresh == "" || len(c.all[0].from) > 0) && name == "get" {
				all = union(all, c.all)
				for _, p := range c.all {
					all = union(all, p.from)
				}
			} else {
				all = union(all, s.read(l.part(".data()")))
			}
		}
		return all, nil
	case (name == "push_back" || name == "emplace_back" || name == "push" || name == "insert" || name == "emplace" || name == "push_front" || name == "fill" || name == "assign" || name == "resize" || name == "try_emplace") && len(of) > 0:
		for _, a := range args {
			if isNumber(f.typeOf(a)) {
				f.count(s, a)
				continue
			}
			f.put(s, of, a, name)
		}
		return nil, nil
	case name == "at" && len(args) == 1 && len(of) > 0:
		places := parts(of, "["+f.count(s, args[0]).text+"]")
		return f.readAll(s, places), places
	case (name == "front" || name == "back" || name == "top") && len(args) == 0 && len(of) > 0:
		index := every
		if name == "front" {
			index = "0"
		}
		places := parts(of, "["+index+"]")
		return f.readAll(s, places), places
	case (name == "value" || name == "operator*") && len(of) > 0:
		return f.readAll(s, of), of
	case (name == "find" || name == "rbegin" || name == "end" || name == "rend" || name == "insert_or_assign" || name == "lower_bound") && len(of) > 0:
		for _, a := range args {
			f.value(s, a)
		}
		var all []*pointer
		for _, l := range of {
			all = append(all, s.vague(notRead(&cuda.CallExpr{Pos: fun.Pos, Fun: fun, Args: args}), union(s.contents(l), []*pointer{addressOf(l)})))
		}
		return all, nil
	case name == "swap" && len(args) == 1 && len(of) > 0:
		for _, l := range f.place(s, args[0]) {
			for _, m := range of {
				s.exchange(l, m)
			}
		}
		return nil, nil
	case alike[name] && len(of) > 0:
		for _, a := range args {
			f.value(s, a)
		}
		if len(of) == 1 {
			return s.read(of[0]), of
		}
		return f.readAll(s, of), nil
	case name == "size" || name == "length" || name == "empty" || name == "clear" || name == "c_str" || name == "reserve" || name == "capacity":
		for _, a := range args {
			f.value(s, a)
		}
		return nil, nil
	}
	if len(args) == 0 && len(of) == 1 && f.classOf(t) == nil && !makesNew(fun.Name) {
		return s.read(of[0].part("." + fun.Name + "()")), nil // what it gave before, too
	}
	if reads(fun.Name) { // in.read((char *)&p, sizeof p)
		return f.unseen(s, fun.Name, args, at), nil
	}
	f.unseen(s, "make", args, at)
	if holds {
		s.shuffle(of)
	} else {
		for _, l := range of {
			if isNumber(f.file.types[l.key]) {
				s.unknown(l)
			}
		}
	}
	return []*pointer{f.fresh(s, at)}, nil
}

// atomic executes a method of a std::atomic: what it gives is what it had before.
func atomic(f *frame, s *state, name string, of []*place, args []cuda.Expr) []*pointer {
	before := f.readAll(s, of)
	var next []*pointer
	for _, a := range args {
		some, _ := f.value(s, a)
		next = union(next, some)
	}
	switch name {
	case "load":
	case "store", "exchange":
		s.write(of, next)
	default:
		f.spoil(s, of, notFollowed("`"+name+"`", lineOfCall(args, "")), next)
	}
	return before
}

// put puts a value into a container, as some element.
func (f *frame) put(s *state, of []*place, a cuda.Expr, name string) {
	places := parts(of, "["+every+"]")
	repeated := name == "fill" || name == "assign" || name == "resize"
	for _, l := range places {
		elem := elementType(f, of)
		tmp := variable("put" + f.tag + "@" + a.ExprPos().String())
		delete(s.held, tmp.key)
		for k := range s.partsOf(tmp) {
			delete(s.held, tmp.key+k)
		}
		f.initialise(s, tmp, elem, a)
		f.store(s, l, s.read(tmp), tmp)
		if repeated {
			if c := s.held[l.key]; c != nil {
				s.held[l.key] = &content{c.at, c.all, true}
			}
		}
	}
	if list, is := a.(*cuda.InitList); is { // insert({key, p})
		for _, x := range list.Items {
			if all, _ := f.value(s, x); len(all) > 0 && !isNumber(f.typeOf(x)) {
				s.write(places, all)
				s.write(parts(places, ".second"), all)
			}
		}
	}
}

func elementType(f *frame, of []*place) *cuda.TypeExpr {
	if len(of) != 1 || of[0].path != "" {
		return nil
	}
	t := bare(f.file.types[of[0].key])
	if !isContainer(t) || len(t.Args) == 0 {
		return nil
	}
	return t.Args[len(t.Args)-1-boolInt(t.Name == "array")].Type
}

// anew are words in the names of functions that make something new.
var anew = []string{"alloc", "new", "create", "make", "copy", "clone", "dup", "upload", "like", "empty", "todevice", "load", "read", "get", "open", "init", "zeros", "ones"}

// makesNew reports whether the name of a function says that it makes something new.
func makesNew(name string) bool {
	low := strings.ToLower(name)
	return !strings.Contains(low, "realloc") && slices.ContainsFunc(anew, func(word string) bool { return strings.Contains(low, word) })
}

// partly reports whether the name of a function only says that it makes something new where it gets no array to make it of: getRow(p, 3).
func partly(name string) bool {
	low := strings.ToLower(name)
	return !strings.HasPrefix(name, "cuda") && !slices.ContainsFunc([]string{"alloc", "new", "create", "copy", "clone", "dup", "upload", "like", "empty", "todevice", "zeros", "ones"}, func(word string) bool { return strings.Contains(low, word) })
}

// certainlyHanded reports whether an argument is a pointer to numbers, but for texts.
func certainlyHanded(f *frame, a cuda.Expr) bool {
	t := bare(f.typeOf(a))
	return isPointer(t) && isNumber(t.Elem) && t.Elem != unseenType && !strings.HasSuffix(t.Elem.Name, "char")
}

// unseen executes a function whose body is not seen: it sets what it gets the address of, and what it returns may be made of the
// pointers that it gets, unless its name says that it makes something new.
func (f *frame) unseen(s *state, name string, args []cuda.Expr, at string) []*pointer {
	calledLater(f, s, name, args, at)
	makes := makesNew(name) && !(partly(name) && slices.ContainsFunc(args, func(a cuda.Expr) bool { return certainlyHanded(f, a) }))
	tells := name == "cudaHostGetDevicePointer" || name == "cudaGetSymbolAddress" // which say where something is
	var set, numbers []*place
	var got, code, all []*pointer
	values, places := make([][]*pointer, len(args)), make([]*place, len(args))
	inOrders(f, s, args, func(s *state, n int) {
		x, from := f.value(s, args[n])
		values[n], places[n] = union(values[n], x), from
	})
	if h, is := handles[name]; is {
		return h(f, s, args, values, at)
	}
	for n, a := range args {
		x, from := values[n], places[n]
		if from != nil && isNumber(f.typeOf(a)) {
			s.unknown(from)
		}
		if tells && n == 1 && len(x) == 0 { // of a variable that is a number
			for _, l := range f.place(s, a) {
				x = append(x, addressOf(l))
			}
		}
		all = union(all, x)
		if list, is := a.(*cuda.InitList); is {
			x = nil
			for _, item := range list.Items {
				y, _ := f.value(s, item)
				x = union(x, y)
			}
		}
		for _, p := range x {
			switch {
			case p.code != nil:
				code = append(code, p)
			case tells && n == 1:
				got = union(got, []*pointer{p})
			case p.to != nil && f.setBy(a, p):
				set = append(set, p.to)
			case p.to != nil && p.to.path == "" && wide(f.file.types[p.to.name]): // a number that may be made of a pointer
				numbers = append(numbers, p.to)
			case f.certain(a), from != nil && s.held[from.key] != nil && !isNumber(f.typeOf(a)): // std::any_cast<float *>(o)
				got = union(got, []*pointer{p})
			}
		}
	}
	if len(code) > 0 {
		f.given(s, code, s.reached(all), at)
		s.nums.loosen(code)
	}
	s.disturbed()
	for i, l := range numbers {
		old := s.held[l.key]
		if s.unknown(l); reads(name) {
			s.forget(numbers)
		} else if p := f.fresh(s, at+"#n"+string(rune('0'+i%10))); makes || old == nil {
			s.held[l.key] = &content{at: l, all: []*pointer{p}}
		} else {
			s.held[l.key] = &content{at: l, all: union(old.all, []*pointer{p})}
		}
	}
	if reads(name) {
		f.spoil(s, set, notFollowed("`"+name+"`", lineOfCall(args, at)), union(all, []*pointer{anything(f, s, notFollowed("`"+name+"`", lineOfCall(args, at)))}))
		return []*pointer{f.fresh(s, at)}
	}
	if makes && !tells {
		got = nil
	}
	for _, l := range set { // an array of which the first element is told
		if at := lastIndex(l.path); at >= 0 && !makes && !tells {
			of := *l
			of.key, of.path = of.key[:len(of.key)-len(of.path)+at], of.path[:at]
			s.shuffle([]*place{&of})
		}
	}
	var others []*pointer
	for _, l := range set {
		others = union(others, s.contents(l))
	}
	for i, l := range set {
		s.unknown(l)
		p := f.fresh(s, at+"#"+string(rune('0'+i%10)), got...)
		if len(set) > 1 && !makes && !tells { // it may exchange them
			p = s.vague(notFollowed("`"+name+"`", lineOfCall(args, at)), union(others, got))
		}
		if tells {
			s.write([]*place{l}, got)
			continue
		}
		if makes || s.held[l.key] == nil && len(s.partsOf(l)) == 0 {
			s.write([]*place{l}, []*pointer{p})
			continue
		}
		for rest, c := range s.partsOf(l) {
			s.held[l.key+rest] = &content{c.at, union(c.all, []*pointer{p.sub(rest)}), c.tangled}
		}
		if c := s.held[l.key]; c != nil {
			s.held[l.key] = &content{c.at, union(c.all, []*pointer{p}), c.tangled}
		}
	}
	if len(set) > 0 {
		got = nil
	}
	p := f.fresh(s, at, got...)
	p.handed = len(got) > 0 && slices.ContainsFunc(args, func(a cuda.Expr) bool {
		t := bare(f.typeOf(a))
		return isPointer(t) && isNumber(t.Elem) && t.Elem != unseenType
	})
	return []*pointer{p}
}

// setBy reports whether a function that gets p, by an argument, may set a pointer there: not in an array of numbers.
func (f *frame) setBy(a cuda.Expr, p *pointer) bool {
	t := bare(f.file.types[p.to.name])
	if p.to.path != "" && t != nil && (t.Form == cuda.ArrayType && isNumber(t.Elem) || isContainer(t) && len(t.Args) > 0 && t.Args[0].Type != nil && isNumber(t.Args[0].Type)) {
		return false
	}
	return !isNumber(t)
}
