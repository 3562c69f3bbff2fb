package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

const allLanes Lanes = 1<<kernel.WarpSize - 1

// row is a number for each lane.
type row = eval.Row

// register holds a value for each lane of a warp: one for all, or a vector. An
// unknown value is an id (see symbols).
type register struct {
	vec   *vector // nil: val and known hold for all lanes
	val   int64
	known bool
	// same is set if the value is unknown, but the same for all lanes.
	same bool
	aff  *affine // more about unknown lanes; nil for nothing
}

// agrees reports whether all lanes hold the same value, known or not.
func (r *register) agrees() bool { return r.vec == nil && (r.known || r.same) }

type vector struct {
	v     row
	known Lanes
}

// pool keeps vectors that no register uses.
type pool struct{ free []*vector }

func (p *pool) take() *vector {
	if n := len(p.free); n > 0 {
		v := p.free[n-1]
		p.free = p.free[:n-1]
		return v
	}
	return &vector{}
}

// uniform sets r to one value for all lanes.
func (p *pool) uniform(r *register, val int64, known bool) {
	if r.vec != nil {
		p.free = append(p.free, r.vec)
		r.vec = nil
	}
	r.val, r.known, r.same, r.aff = val, known, false, nil
}

// all sets r to x for all lanes; same means that an unknown value is the same
// for all.
func (p *pool) all(r *register, x operand, same bool) {
	p.uniform(r, x.val, x.known)
	r.same = same
}

// vector makes r a vector, whose contents the caller must set.
func (p *pool) vector(r *register) *vector {
	if r.vec == nil {
		r.vec = p.take()
	}
	r.aff = nil
	return r.vec
}

// spread makes r a vector with the same values.
func (p *pool) spread(r *register) *vector {
	if r.vec == nil {
		v := p.take()
		fill(&v.v, r.val)
		v.known = 0
		if r.known {
			v.known = allLanes
		}
		r.vec = v
	}
	return r.vec
}

func fill(to *row, val int64) {
	for l := range to {
		to[l] = val
	}
}

// lanes is r as one number for each lane, in buf if r is not a vector.
func (r *register) lanes(buf *row) (v *row, known Lanes) {
	if r.vec != nil {
		return &r.vec.v, r.vec.known
	}
	fill(buf, r.val)
	if r.known {
		known = allLanes
	}
	return buf, known
}

// at is the value of one lane.
func (r *register) at(lane int) operand {
	if r.vec != nil {
		return operand{r.vec.v[lane], r.vec.known>>lane&1 != 0}
	}
	return operand{r.val, r.known}
}

// knownLanes are the lanes of mask whose value is known.
func (r *register) knownLanes(mask Lanes) Lanes {
	switch {
	case r.vec != nil:
		return r.vec.known & mask
	case r.known:
		return mask
	}
	return 0
}

// merge sets dst to src for the lanes of mask.
func (p *pool) merge(dst, src *register, mask Lanes) {
	if dst.aff != nil || src.aff != nil {
		dst.aff = mergeAffine(dst.aff, src.aff, mask)
	}
	if src.vec == nil && dst.vec == nil && dst.val == src.val && dst.known == src.known {
		dst.same = false
		return
	}
	to := p.spread(dst)
	if src.vec == nil {
		for m := mask; m != 0; m &= m - 1 {
			to.v[bits.TrailingZeros32(m)] = src.val
		}
		to.known &^= mask
		if src.known {
			to.known |= mask
		}
		return
	}
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		to.v[l] = src.vec.v[l]
	}
	to.known = to.known&^mask | src.vec.known&mask
}

// assign sets dst to src for the lanes of mask; only those of live matter.
func (p *pool) assign(dst, src *register, mask, live Lanes) {
	if mask == live {
		p.copy(dst, src)
	} else {
		p.merge(dst, src, mask)
	}
}

// copy sets dst to src for all lanes.
func (p *pool) copy(dst, src *register) {
	aff := src.aff
	if src.vec == nil {
		same := src.same
		p.uniform(dst, src.val, src.known)
		dst.same = same
	} else if to := p.vector(dst); to != src.vec {
		*to = *src.vec
	}
	dst.aff = aff
}
