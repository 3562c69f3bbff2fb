package emulate

// A value that is not known is an id. Its low causeBits number the cause, for
// reports. With Options.Values the rest is a symbol: two values with the same id
// are equal. Without, it is zero, and nothing follows from equal ids.

const (
	causeBits = 20
	// maxSymbols bounds the table of symbols. When it is full it is emptied: new
	// symbols then differ from old ones of equal value, which errs on the side of
	// telling values apart.
	maxSymbols = 1 << 20
)

// causeOf is the number of an id's cause.
func causeOf(id int64) int32 { return int32(id & (1<<causeBits - 1)) }

// symbolKey is what makes two unknown values equal.
type symbolKey struct {
	op      opcode
	fn      uint8
	t, rt   typeCode
	known   uint8 // bit i: operand i is a value, not an id
	extra   int32
	x, y, z int64
}

// symbols numbers unknown values.
type symbols struct {
	on    bool
	last  int64
	table map[symbolKey]int64
}

// fresh is an id that is equal to no other.
func (s *symbols) fresh(cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	s.last++
	return s.last<<causeBits | int64(cause)
}

// of is the id of the value that key describes.
func (s *symbols) of(key symbolKey, cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	if id, ok := s.table[key]; ok {
		return id
	}
	if len(s.table) >= maxSymbols || s.table == nil {
		s.table = map[symbolKey]int64{}
	}
	id := s.fresh(cause)
	s.table[key] = id
	return id
}

// operand is a value or, where it is not known, an id.
type operand struct {
	val   int64
	known bool
}

// result is the unknown result of an operation: its cause is that of the first
// unknown operand, the instruction's own if there is none.
func (s *symbols) result(in *instr, ops ...operand) int64 {
	cause := in.cause
	for _, o := range ops {
		if !o.known {
			cause = causeOf(o.val)
			break
		}
	}
	if !s.on {
		return int64(cause)
	}
	key := symbolKey{op: in.op, fn: in.fn, t: in.t, rt: in.rt}
	for i, o := range ops {
		if o.known {
			key.known |= 1 << i
		}
		*[...]*int64{&key.x, &key.y, &key.z}[i] = o.val
	}
	return s.of(key, cause)
}
