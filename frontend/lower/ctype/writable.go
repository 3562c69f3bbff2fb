package ctype

// WritesThrough reports whether a value of type t holds a pointer that may be
// written through.
func WritesThrough(t *Type) bool { return leadsToWritable(t, map[*Record]bool{}) }

// leadsToWritable leaves out the classes in seen.
func leadsToWritable(t *Type, seen map[*Record]bool) bool {
	found := false
	t.UnitLeaves(0, func(lf Leaf) {
		if found || !lf.Type.IsPointer() {
			return
		}
		to := lf.Type.Elem
		if found = !to.Const; found || !to.IsRecord() || seen[to.Rec] {
			return
		}
		seen[to.Rec] = true
		found = leadsToWritable(to, seen)
	})
	return found
}
