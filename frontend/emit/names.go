package emit

import "strconv"

// Names are the names that a kernel has, with the last number that was put behind each.
type Names map[string]int

// Unique returns name as an identifier, or name_1, name_2 and so on if it is taken, and takes it.
func (o Names) Unique(name string) string {
	name = Identifier(name)
	for {
		n, taken := o[name]
		if !taken {
			o[name] = 0
			return name
		}
		o[name] = n + 1
		next := name + "_" + strconv.Itoa(n+1)
		if _, taken := o[next]; !taken {
			o[next] = 0
			return next
		}
	}
}
