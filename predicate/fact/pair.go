package fact

// Pair says which two threads a predicated program stands for. What is uniform
// depends on it.
type Pair int

const (
	// SameBlock is two distinct threads of one block: blockIdx is uniform.
	SameBlock Pair = iota
	// OtherBlock is two threads of different blocks; only what does not depend
	// on threadIdx or blockIdx is uniform, and barriers do not synchronise them.
	OtherBlock
)

// String returns the words used in listings.
func (p Pair) String() string {
	if p == SameBlock {
		return "two threads of one block"
	}
	return "two threads of different blocks"
}
