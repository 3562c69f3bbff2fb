package kernel

import "strconv"

// Names makes names that are unused in a kernel, for variables that a pass adds. A
// second name of the same word gets _2.
type Names struct {
	taken map[string]bool
	next  map[string]int
}

// NewNames starts with the names of k as used.
func NewNames(k *Kernel) *Names {
	n := &Names{taken: map[string]bool{}, next: map[string]int{}}
	for _, v := range k.Params {
		n.taken[v.Name] = true
	}
	for _, v := range k.Vars {
		n.taken[v.Name] = true
	}
	for _, a := range k.Arrays {
		n.taken[a.Name] = true
	}
	return n
}

// At returns an unused name made of the word, the line of src and the suffix, so that
// a reader can trace it to the source: if_12.
func (n *Names) At(word string, src Src, suffix string) string {
	if src.Pos.Valid() {
		word += "_" + strconv.Itoa(src.Pos.Line)
	}
	return n.Unused(word + suffix)
}

// Unused returns the name, or the first of its successors that is free, and takes it.
func (n *Names) Unused(name string) string {
	unique := name
	for n.taken[unique] {
		if n.next[name] == 0 {
			n.next[name] = 1
		}
		n.next[name]++
		unique = name + "_" + strconv.Itoa(n.next[name])
	}
	n.taken[unique] = true
	return unique
}
