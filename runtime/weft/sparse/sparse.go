// Package sparse keeps one value for each element of an array of which only some are used.
package sparse

// Elements holds one T for each accessed element of an array. Short arrays are
// dense; others have pages, so that far apart elements cost little.
type Elements[T any] struct {
	dense []T
	near  []*page[T]
	far   map[int64]*page[T] // pages with a number beyond near, negative ones
	last  *page[T]           // of far
	at    int64              // its number
}

const (
	pageBits  = 4
	DenseMost = 1 << 18 // elements of a dense array: more than shared memory has ints
	nearMost  = 1 << 20 // pages that are found by index
)

type page[T any] [1 << pageBits]T

// New is for an array of n elements; n is -1 if unknown.
func New[T any](n int64) Elements[T] {
	if n < 0 || n > DenseMost {
		n = 0
	}
	return Elements[T]{dense: make([]T, n)}
}

// Get returns the T of an element, a zero one the first time.
func (e *Elements[T]) Get(index int64) *T {
	if uint64(index) < uint64(len(e.dense)) {
		return &e.dense[index]
	}
	number := index >> pageBits
	if uint64(number) < uint64(len(e.near)) {
		if p := e.near[number]; p != nil {
			return &p[index&(1<<pageBits-1)]
		}
	}
	return &e.page(number)[index&(1<<pageBits-1)]
}

// Peek returns the T of an element, a zero one if there is none, and makes no room
// for it.
func (e *Elements[T]) Peek(index int64) (t T) {
	if uint64(index) < uint64(len(e.dense)) {
		return e.dense[index]
	}
	number := index >> pageBits
	p := e.last
	switch {
	case uint64(number) < uint64(len(e.near)):
		p = e.near[number]
	case uint64(number) < nearMost || p == nil || e.at != number:
		p = e.far[number]
	}
	if p != nil {
		t = p[index&(1<<pageBits-1)]
	}
	return t
}

// page returns a page, and makes it if needed.
func (e *Elements[T]) page(number int64) *page[T] {
	if uint64(number) >= nearMost {
		return e.farPage(number)
	}
	if number >= int64(len(e.near)) {
		grown := make([]*page[T], max(number+1, 2*int64(len(e.near))))
		copy(grown, e.near)
		e.near = grown
	}
	if e.near[number] == nil {
		e.near[number] = new(page[T])
	}
	return e.near[number]
}

func (e *Elements[T]) farPage(number int64) *page[T] {
	if e.last != nil && e.at == number {
		return e.last
	}
	p := e.far[number]
	if p == nil {
		if e.far == nil {
			e.far = map[int64]*page[T]{}
		}
		p = new(page[T])
		e.far[number] = p
	}
	e.last, e.at = p, number
	return p
}
