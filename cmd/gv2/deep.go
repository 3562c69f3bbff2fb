package main

// deepened runs f on a stack that has grown already. A goroutine begins with a few kilobytes, which Go
// copies to twice the size whenever they are full, with a walk over all frames each time: half a dozen
// times on the way down to the innermost statement of a kernel. Growing the stack while it has one frame
// costs nothing, and pages of it that nobody touches are not there.
func deepened(f func() int) int {
	withRoom(false)
	return f()
}

// withRoom has a frame so large that the stack grows as soon as it is called.
//
//go:noinline
func withRoom(used bool) {
	if used {
		var room [120 << 10]byte
		fill(room[:])
	}
}

//go:noinline
func fill(b []byte) {
	for i := range b {
		b[i] = byte(i)
	}
}
