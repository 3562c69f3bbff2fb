package host

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
