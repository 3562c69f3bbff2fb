package cuda

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Attributes. Each is honoured, known to be harmless, or refused with its place: one
// that gv2 does not know may change what the program means.

// harmless are the attributes that change neither the meaning of a program nor the
// layout of its types: advice, warnings, promises about what a body does anyway.
var harmless = nameSet(`
	maybe_unused unused nodiscard warn_unused_result deprecated unavailable noreturn fallthrough likely unlikely
	carries_dependency assume
	noinline always_inline forceinline gnu_inline artificial flatten hot cold pure const nothrow leaf noclone
	no_instrument_function no_sanitize no_sanitize_address no_stack_protector no_profile_instrument_function optimize
	target visibility used retain externally_visible format format_arg nonnull returns_nonnull malloc alloc_size
	alloc_align assume_aligned access sentinel error warning abi_tag init_priority may_alias designated_init
	diagnose_if flag_enum enum_extensibility nonstring noescape nocf_check no_split_stack
	internal_linkage exclude_from_explicit_instantiation type_visibility require_constant_initialization
	warn_if_not_aligned convergent noduplicate optnone minsize uninitialized nodebug
	dllexport dllimport restrict noalias novtable selectany
	device_builtin device_builtin_texture_type device_builtin_surface_type cudart_builtin
	nv_pure nv_diag_suppress grid_constant nv_exec_check_disable maxnreg
	suppress
`)

// spaces are attributes that CUDA's headers define its words by.
var spaces = nameSet("global device host shared constant managed")

// isAttribute reports whether an attribute, or a specifier with arguments, begins at
// the place of p.
func isAttribute(p *parser) bool {
	t := p.peek()
	if t.Kind == source.Punct {
		return t.Text == "[" && p.isAt(1, "[")
	}
	switch t.Text {
	case "__attribute__", "__attribute", "__declspec", "__cluster_dims__", "__maxnreg__", "__launch_bounds__",
		"__align__", "alignas", "_Alignas":
		return t.Kind == source.Ident
	}
	return p.is("explicit") && p.isAt(1, "(")
}

// attribute takes an attribute or a specifier with arguments:
// __attribute__((...)), [[...]], __launch_bounds__(n), __align__(n).
func (p *parser) attribute(specs *specifiers) bool {
	if !isAttribute(p) {
		return false
	}
	switch {
	case p.is("["):
		end := int(p.match[p.pos])
		p.next()
		p.next()
		attributeList(p, specs, end-1)
		p.want("]")
		p.want("]")
	case p.is("__attribute__"), p.is("__attribute"):
		p.next()
		p.want("(")
		p.want("(")
		if p.failed == nil {
			attributeList(p, specs, int(p.match[p.pos-1]))
		}
		p.want(")")
		p.want(")")
	case p.is("__declspec"):
		p.next()
		if p.want("("); p.failed == nil {
			attributeList(p, specs, int(p.match[p.pos-1]))
		}
		p.want(")")
	case p.is("__launch_bounds__"):
		p.next()
		specs.launch = p.arguments()
	case p.is("__align__"), p.is("alignas"), p.is("_Alignas"):
		at := p.next().Pos
		specs.align = append(specs.align, p.alignment())
		specs.layoutAt = at
	case p.is("__cluster_dims__"):
		p.next()
		specs.cluster = p.arguments()
	default: // __maxnreg__, explicit(...)
		specs.explicit = specs.explicit || p.is("explicit")
		p.next()
		if p.is("(") {
			p.skipGroup()
		}
	}
	return p.failed == nil
}

// attributeList reads attributes up to the token end: a, b(x), gnu::c; in
// __declspec no comma need be between them.
func attributeList(p *parser, specs *specifiers, end int) {
	if end < p.pos {
		p.expected("the end of an attribute")
		return
	}
	vendor := ""
	if p.got("using") {
		vendor = p.next().Text
		p.want(":")
	}
	for p.failed == nil && p.pos < end {
		if p.got(",") {
			continue
		}
		t := p.next()
		of := vendor
		if p.got("::") {
			of, t = t.Text, p.next()
		}
		if t.Kind != source.Ident {
			p.fail(t.Pos, "expected the name of an attribute, found %s", describe(t))
			return
		}
		oneAttribute(p, specs, of, t)
	}
}

// oneAttribute takes the arguments of the attribute that t names, and what it says.
func oneAttribute(p *parser, specs *specifiers, vendor string, t *source.Token) {
	name := strings.TrimSuffix(strings.TrimPrefix(t.Text, "__"), "__")
	switch {
	case name == "aligned" || name == "align":
		specs.layoutAt = t.Pos
		if p.is("(") {
			specs.align = append(specs.align, p.alignment())
		} else { // the largest alignment of any type
			specs.align = append(specs.align, &IntLit{Pos: t.Pos, Value: 16, Decimal: true})
		}
		return
	case name == "packed":
		specs.packed, specs.layoutAt = true, t.Pos
	case name == "no_unique_address" && vendor != "msvc":
		specs.overlaps, specs.layoutAt = true, t.Pos
	case name == "launch_bounds" && p.is("("):
		specs.launch = p.arguments()
		return
	case name == "cluster_dims" && p.is("("):
		specs.cluster = p.arguments()
		return
	case spaces[name] && vendor == "":
		specs.add("__" + name + "__")
	case harmless[name], vendor == "clang" && harmless[strings.TrimPrefix(name, "nv_")]:
	default:
		if vendor != "" {
			name = vendor + "::" + name
		}
		odd := diag.Diagnostic{Pos: t.Pos, Severity: diag.Unsupported,
			Message: "attribute " + name + ", which may change what this means; remove it if it does not matter"}
		if !specs.lenient {
			p.stop(odd)
			return
		}
		specs.odd = &odd
	}
	if p.is("(") {
		p.skipGroup()
	}
}

// noOdd refuses an attribute that gv2 does not know.
func noOdd(p *parser, specs *specifiers) {
	if specs.odd != nil {
		p.stop(*specs.odd)
	}
}

// noLayout refuses attributes that would change the layout of something that cannot
// have a layout of its own here.
func noLayout(p *parser, specs *specifiers, of string) {
	if specs.changesLayout() {
		p.unsupported(specs.layoutAt, "an attribute that changes the layout of %s; give it to a struct or a member", of)
	}
}

// changesLayout reports whether an alignment, packed or the like was seen.
func (s *specifiers) changesLayout() bool { return s.packed || s.overlaps || len(s.align) > 0 }

// takeLayout adds what more says about layout.
func (s *specifiers) takeLayout(more *specifiers) {
	s.align = append(s.align, more.align...)
	s.packed = s.packed || more.packed
	s.overlaps = s.overlaps || more.overlaps
	if more.layoutAt != (diag.Pos{}) {
		s.layoutAt = more.layoutAt
	}
}

// take adds what the attributes of more say about spaces and launches.
func (s *specifiers) take(more *specifiers) {
	s.explicit = s.explicit || more.explicit
	if more.odd != nil {
		s.odd = more.odd
	}
	if more.space != NoSpace {
		s.space = more.space
	}
	s.global, s.device, s.host = s.global || more.global, s.device || more.device, s.host || more.host
	if more.launch != nil {
		s.launch = more.launch
	}
	if more.cluster != nil {
		s.cluster = more.cluster
	}
}

// layoutOf gives v what the specifiers of its declaration say about its place in a
// class.
func layoutOf(v *VarDecl, specs *specifiers) {
	v.Align = append(v.Align, specs.align...)
	v.Packed = v.Packed || specs.packed
	v.Overlaps = v.Overlaps || specs.overlaps
}
