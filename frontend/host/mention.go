package host

import (
	"gv2/frontend/cuda"
	"gv2/frontend/host/typed"
)

// What a mention of a pointer, or of an object with pointers in it, may do to it, read off the tokens around it.

// changesAt reports whether the variable at token j may get another value there, or its address is taken.
func changesAt(h *Code, j int) bool {
	switch after, before := h.Text(j+1), h.Text(j-1); {
	case after == "=", after == "++", after == "--", after == "+=", after == "-=", before == "&", before == "++", before == "--":
		return true
	}
	return false
}

// movesAt reports whether the pointer at token j may be moved within its array there: a++; advance(a);
func movesAt(h *Code, j int) bool {
	switch after, before := h.Text(j+1), h.Text(j-1); {
	case after == "++", after == "--", after == "+=", after == "-=", before == "++", before == "--":
		return true
	case (before == "(" || before == ",") && (after == ")" || after == ","):
		return !onlyReads(h, j, j)
	}
	return false
}

// onlyReads reports whether a pointer, named by the tokens from first to last, is certainly only read there: a launch, or
// a function of the runtime that takes pointers as they are, gets it.
func onlyReads(h *Code, first, last int) bool {
	before, after := h.Text(first-1), h.Text(last+1)
	if before != "(" && before != "," || after != ")" && after != "," {
		return false
	}
	call := h.callBefore(first)
	for j := first - 1; j > 0 && first-j < maxStatement/10; j-- {
		switch h.Text(j) {
		case ")", "]", "}":
			if m := h.Match(j); m > 0 && m < j {
				j = m
			}
		case "(":
			return h.Text(j-1) == ">" && h.Text(j-2) == ">" && h.Text(j-3) == ">" || call == j-1 && takesAsIs(h.Text(call))
		case ";", "{":
			return false
		}
	}
	return false
}

// takesAsIs reports whether a function of the runtime gets pointers by value.
func takesAsIs(name string) bool {
	switch name {
	case "cudaFree", "cudaMemcpy", "cudaMemcpyAsync", "cudaMemset", "cudaMemsetAsync", "cudaFreeAsync":
		return true
	}
	return false
}

// plainMember reports whether the classes of the file have members of that name only of which an assignment runs no code
// and changes nothing else.
func plainMember(h *Code, name string) bool {
	known := false
	for _, d := range h.decls {
		r, ok := d.(*cuda.RecordDecl)
		if !ok {
			continue
		}
		for _, f := range r.Fields {
			if f.Name != name {
				continue
			}
			if known = true; r.Kind == "union" || f.Type == nil || f.Type.Form != cuda.PointerType && (f.Type.Form != cuda.NamedType || !typed.Numbers[f.Type.Name]) {
				return false
			}
		}
	}
	return known
}

// plainObject reports whether a declaration x; of a class of that name runs no code that is not seen to be none.
func plainObject(h *Code, class string) bool {
	for _, d := range h.decls {
		if r, ok := d.(*cuda.RecordDecl); ok && r.Name == class {
			return r.Kind != "union" && len(r.Methods) == 0 && len(r.Nested) == 0
		}
	}
	return false
}
