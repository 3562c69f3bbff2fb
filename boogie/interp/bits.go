package interp

import "math/bits"

// mask keeps the low n bits.
func mask(x uint64, n uint8) int64 {
	if n >= 64 {
		return int64(x)
	}
	return int64(x & (1<<n - 1))
}

// signed reads a pattern of n bits as two's complement.
func signed(x int64, n uint8) int64 {
	s := 64 - n
	return x << s >> s
}

// product is x*y, false if it leaves 64 bits.
func product(x, y int64) (int64, bool) {
	if int64(int32(x)) == x && int64(int32(y)) == y {
		return x * y, true
	}
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	// From the unsigned product to the signed one.
	h := int64(hi)
	if x < 0 {
		h -= y
	}
	if y < 0 {
		h -= x
	}
	return int64(lo), h == int64(lo)>>63
}

// euclid is SMT-LIB's division of integers: the remainder is never negative.
// False for a divisor of zero and for a quotient of 2^63.
func euclid(x, y int64) (q, r int64, ok bool) {
	if y == 0 || y == -1 && x == -x && x != 0 {
		return 0, 0, false
	}
	q, r = x/y, x%y
	if r < 0 {
		if y > 0 {
			q, r = q-1, r+y
		} else {
			q, r = q+1, r-y
		}
	}
	return q, r, true
}

// bitvector does the operations of SMT-LIB that take more than a line. Division
// by zero has a value there.
func bitvector(o op, x, y int64, n uint8) int64 {
	ux, uy := uint64(x), uint64(y)
	switch o {
	case opBVShl:
		if uy >= uint64(n) {
			return 0
		}
		return mask(ux<<uy, n)
	case opBVLshr:
		if uy >= uint64(n) {
			return 0
		}
		return int64(ux >> uy)
	case opBVAshr:
		return mask(uint64(signed(x, n)>>min(uy, 63)), n)
	case opBVUdiv:
		if uy == 0 {
			return mask(^uint64(0), n)
		}
		return int64(ux / uy)
	case opBVUrem:
		if uy == 0 {
			return x
		}
		return int64(ux % uy)
	case opBVSdiv:
		return signedDivision(signed(x, n), signed(y, n), n)
	case opBVSrem:
		return mask(uint64(signedRemainder(signed(x, n), signed(y, n))), n)
	default: // opBVSmod: the remainder has the divisor's sign
		sx, sy := signed(x, n), signed(y, n)
		r := signedRemainder(sx, sy)
		if r != 0 && sy != 0 && (r < 0) != (sy < 0) {
			r += sy
		}
		return mask(uint64(r), n)
	}
}

// signedDivision truncates; by zero it gives -1, or 1 for a negative dividend.
func signedDivision(x, y int64, n uint8) int64 {
	switch {
	case y == 0 && x >= 0:
		return mask(^uint64(0), n)
	case y == 0:
		return 1
	case y == -1:
		return mask(-uint64(x), n)
	}
	return mask(uint64(x/y), n)
}

// signedRemainder has the dividend's sign; by zero it is the dividend.
func signedRemainder(x, y int64) int64 {
	switch y {
	case 0:
		return x
	case -1:
		return 0
	}
	return x % y
}

// mix is the finaliser of MurmurHash3: every bit of the result depends on every
// bit of x.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// hash adds a word to the hash h of those before it.
func hash(h uint64, x int64) uint64 { return mix(h*0x9e3779b97f4a7c15 + uint64(x) + 1) }
