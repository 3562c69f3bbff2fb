package ctype

// Inside is the first of r's members and bases, at any depth, that is holds of; nil
// if there is none.
func (r *Record) Inside(is func(*Record) bool) *Record {
	var found *Record
	look := func(in *Record) {
		if found == nil && is(in) {
			found = in
		}
		if found == nil {
			found = in.Inside(is)
		}
	}
	for _, b := range r.Bases {
		look(b)
	}
	for _, f := range r.Fields {
		if t := f.Type.Innermost(); t.IsRecord() {
			look(t.Rec)
		}
	}
	return found
}
