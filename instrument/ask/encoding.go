package ask

// Encoding is how barriers are modelled.
type Encoding int

const (
	// AutoEncoding is GenerationEncoding where a kernel has barriers that
	// BarrierEncoding cannot express, else BarrierEncoding.
	AutoEncoding Encoding = iota
	// BarrierEncoding knows barriers of the whole block.
	BarrierEncoding
	// GenerationEncoding knows named barriers as well; see package generation.
	GenerationEncoding
)

// String returns the flag's value.
func (e Encoding) String() string { return [...]string{"auto", "barrier", "generation"}[e] }
