package ctype

import (
	"slices"

	"gv2/frontend/kernel"
)

// The layout of classes, as GCC on x86-64 has it and nvcc follows it for host and
// device alike: the Itanium C++ ABI, chapter 2 ("Data Layout"), with GNU's
// attributes and #pragma pack. Sizes, alignments and offsets count bytes.
//
// Where compilers are known to disagree, LayOut says so in Record.Disputed, and
// nobody may rely on the layout.

// Rules are what a declaration says about the layout of its class.
type Rules struct {
	Align  int64 // by alignas and its kind, 0 if none
	Packed bool  // __attribute__((packed))
	Pack   int64 // #pragma pack, 0 if none
	// NonPOD is set where the declaration makes its class no POD in the sense of
	// C++03: constructors, operators =, members that are not public. Bases and members
	// do that too, but they need not be named here.
	NonPOD bool
	// Doubtful is set where compilers disagree about NonPOD: members with
	// initialisers of their own, constructors that are declared and defaulted.
	Doubtful bool
}

// BitField is where a bit-field lies. Start and Bytes are its memory location
// ([intro.memory]): all adjacent bit-fields, which an assignment to one of them may
// read and write.
type BitField struct {
	Width int64
	Start int64 // of the location, in the record
	Bytes int64 // of the location
	Shift int64 // the first bit, from the location's start
}

// layout is the state while a class is laid out.
type layout struct {
	r     *Record
	rules Rules
	bits  int64 // placed so far
	end   int64 // of empty classes, which may lie behind all else
	// run is the memory location of the bit-fields at the end, first its first bit
	run   []*BitField
	first int64
}

// emptyAt is an empty class in a class: two of one type may not have one address.
type emptyAt struct {
	r   *Record
	off int64
}

// LayOut gives bases and fields their offsets and sets size and alignment. The
// fields of the bases come first in r.Fields, in order.
func (r *Record) LayOut(rules Rules) {
	l := &layout{r: r, rules: rules}
	r.Index = make(map[string]int, len(r.Fields))
	r.Align = max(rules.Align, 1)
	r.nonPOD = rules.NonPOD || len(r.Bases) > 0
	r.doubtful = rules.Doubtful
	r.empty, r.packed = true, rules.Packed
	first := 0
	for _, b := range r.Bases {
		r.Unsized = r.Unsized || b.Unsized
		start := l.base(b)
		r.BaseOffsets = append(r.BaseOffsets, start)
		for i, f := range b.Fields {
			at := &r.Fields[first+i]
			at.Offset = start + f.Offset
			if f.Bits != nil {
				moved := *f.Bits
				moved.Start += start
				at.Bits = &moved
			}
		}
		first += len(b.Fields)
	}
	for i := first; i < len(r.Fields); i++ {
		l.field(&r.Fields[i])
	}
	l.closeRun()
	r.Fields = slices.DeleteFunc(r.Fields, func(f Field) bool { return f.Bits != nil && f.Name == "" })
	for i, f := range r.Fields {
		if f.Name != "" {
			r.Index[f.Name] = i
		}
	}
	end := max(roundUp(l.bits, 8)/8, l.end)
	r.Size = max(roundUp(end, r.Align), r.Align, 1)
	r.dataSize = r.Size
	if r.nonPOD {
		r.dataSize, r.ragged = end, l.bits%8 != 0
	}
	// What follows r in a class may lie in its padding, or not.
	r.doubtful = r.doubtful && !r.nonPOD
	r.padded = end < r.Size
	if r.empty {
		if r.empties == nil {
			r.empties = map[emptyAt]bool{}
		}
		r.empties[emptyAt{r, 0}] = true
	}
}

// base places a base class and returns its offset.
func (l *layout) base(b *Record) int64 {
	if b.empty {
		return l.emptyClass(b)
	}
	l.r.empty = false
	l.r.Disputed = l.r.Disputed || b.doubtful && b.padded
	return l.class(b, 1, l.packed(b.Align), b.dataSize)
}

// packed is an alignment as #pragma pack limits it.
func (l *layout) packed(align int64) int64 {
	if l.rules.Pack > 0 {
		return min(align, l.rules.Pack)
	}
	return align
}

// class places count objects of class b one after the other, which are not all empty, in
// size bytes: where no empty class in them has the address of another of its type.
func (l *layout) class(b *Record, count, align, size int64) int64 {
	l.closeRun()
	l.r.Align = max(l.r.Align, align)
	from := l.bits
	off := roundUp(from, 8*align) / 8
	for l.meetsAny(b, count, off) {
		from += 8 * b.Align
		off = roundUp(from, 8*align) / 8
	}
	l.bits = 8 * (off + size)
	l.noteAll(b, count, off)
	return off
}

// emptyClass places an empty base or an empty member that may overlap: at the start,
// or where no object of its class is.
func (l *layout) emptyClass(b *Record) int64 {
	l.closeRun()
	l.r.Align = max(l.r.Align, b.Align)
	off := int64(0)
	if l.meets(b, off) {
		off = roundUp(l.bits/8, b.Align) // a byte with bit-fields in it is no obstacle to GCC
		for l.meets(b, off) {
			off++
		}
	}
	l.end = max(l.end, off+b.Size)
	l.note(b, off)
	return off
}

// meets reports whether an empty class in b, which would be at off, has the address
// of another one of its type.
func (l *layout) meets(b *Record, off int64) bool {
	for at := range b.empties {
		if l.r.empties[emptyAt{at.r, at.off + off}] {
			return true
		}
	}
	return false
}

// note enters the empty classes in b, which is at off.
func (l *layout) note(b *Record, off int64) {
	for at := range b.empties {
		if l.r.empties == nil {
			l.r.empties = map[emptyAt]bool{}
		}
		l.r.empties[emptyAt{at.r, at.off + off}] = true
	}
}

// field places a member.
func (l *layout) field(f *Field) {
	if f.Bits != nil {
		l.bitField(f)
		return
	}
	of := f.Type.Innermost()
	l.r.Unsized = l.r.Unsized || of.Unsized()
	class := of.IsRecord() && of.Rec.nonPOD || isHalf(of)
	l.r.nonPOD = l.r.nonPOD || class
	if of.IsRecord() && of.Rec.doubtful {
		l.r.doubtful = true
		l.r.Disputed = l.r.Disputed || l.rules.Packed && !of.Rec.packed // GCC packs PODs only
	}
	align := f.Type.Alignment()
	hard := class && !(of.IsRecord() && of.Rec.packed)
	if l.rules.Packed && hard { // GCC: "ignoring packed attribute because of unpacked non-POD field"
		l.r.packed = false
	}
	if f.Packed || l.rules.Packed && !hard {
		align = 1
	}
	align = l.packed(max(align, f.Align))
	overlaps, size := f.Overlaps && f.Type.IsRecord(), f.Type.Size()
	l.r.nonPOD = l.r.nonPOD || f.Overlaps
	if overlaps {
		size = f.Type.Rec.dataSize
		l.r.Disputed = l.r.Disputed || f.Type.Rec.doubtful && f.Type.Rec.padded || f.Type.Rec.ragged
		if f.Type.Rec.empty {
			align = max(f.Type.Rec.Align, f.Align)
		}
	}
	switch {
	case l.r.Union:
		l.r.empty = false
		l.r.Align = max(l.r.Align, align)
		f.Offset = 0
		l.bits = max(l.bits, 8*size)
		if of.IsRecord() {
			l.noteAll(of.Rec, f.Type.Size()/of.Size(), 0)
		}
	case overlaps && f.Type.Rec.empty:
		f.Offset = l.emptyClass(f.Type.Rec)
	case of.IsRecord() && f.Type.Size() > 0:
		l.r.empty = false
		f.Offset = l.class(of.Rec, f.Type.Size()/of.Size(), align, size)
	default:
		l.r.empty = false
		l.closeRun()
		l.r.Align = max(l.r.Align, align)
		f.Offset = roundUp(l.bits, 8*align) / 8
		l.bits = 8 * (f.Offset + size)
	}
}

// isHalf recognises half and bfloat16, which are numbers here and in CUDA's headers
// classes with constructors.
func isHalf(t *Type) bool { return t.IsScalar() && t.Scalar == kernel.F16 }

// mostElements bounds the elements of an array whose empty classes are looked at.
const mostElements = 64

// meetsAny is meets for the elements of an array.
func (l *layout) meetsAny(b *Record, count, off int64) bool {
	for i := range min(count, mostElements) {
		if l.meets(b, off+i*b.Size) {
			return true
		}
	}
	return false
}

// noteAll is note for the elements of an array.
func (l *layout) noteAll(b *Record, count, off int64) {
	for i := range min(count, mostElements) {
		l.note(b, off+i*b.Size)
	}
}

// bitField places a bit-field behind the last one.
func (l *layout) bitField(f *Field) {
	b, size := f.Bits, 8*f.Type.Size()
	align := l.packed(f.Type.Alignment())
	if b.Width == 0 {
		l.closeRun()
		if !l.r.Union {
			l.bits = roundUp(l.bits, 8*max(f.Type.Alignment(), f.Align))
		}
		return
	}
	l.r.empty = false
	packed := l.rules.Packed || f.Packed
	if l.r.Union {
		f.Offset, b.Start, b.Bytes, b.Shift = 0, 0, roundUp(b.Width, 8)/8, 0
		l.bits = max(l.bits, b.Width)
	} else {
		at := l.bits
		if f.Align > 0 {
			at = roundUp(at, 8*l.packed(f.Align))
		}
		if !packed && l.rules.Pack == 0 && at/(8*align) != (at+b.Width-1)/(8*align) && (at%(8*align)+b.Width > size) {
			at = roundUp(at, 8*align)
		}
		if len(l.run) == 0 {
			l.first = at / 8 * 8
		}
		b.Shift = at - l.first
		l.run = append(l.run, b)
		l.bits = at + b.Width
	}
	if packed && l.rules.Pack == 0 {
		align = 1
	}
	if f.Name != "" {
		l.r.Align = max(l.r.Align, align)
	}
	if f.Align > 0 {
		l.r.Align = max(l.r.Align, l.packed(f.Align))
	}
}

// closeRun ends a row of bit-fields: what follows is another memory location.
func (l *layout) closeRun() {
	for _, b := range l.run {
		b.Start, b.Bytes = l.first/8, roundUp(l.bits-l.first, 8)/8
	}
	l.run = nil
}

func roundUp(n, a int64) int64 { return (n + a - 1) / a * a }
