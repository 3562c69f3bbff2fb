package main

// deepened runs f on a stack that has grown already. A goroutine begins with a stack of a few
// kilobytes, which Go copies to one of twice the size whenever it is full, with a walk over all
// frames each time: on the way down to the innermost statement of a kernel half a dozen
// times. Growing it at once, while there is one frame, costs nothing: pages that nobody touches are not there.
func deepened(f func() int) int {
	reserve(false)
	return f()
}

// reserve has a frame so large that the stack grows when reserve is entered.
//
//go:noinline
func reserve(really bool) {
	if really {
		var room [stackRoom]byte
		fill(room[:])
	}
}

const stackRoom = 120 << 10

//go:noinline
func fill(b []byte) {
	for i := range b {
		b[i] = byte(i)
	}
}
