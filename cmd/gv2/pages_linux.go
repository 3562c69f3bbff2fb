package main

import (
	"sync"
	"syscall"
	"unsafe"
)

// heapInLargePages is how much of the heap comes in large pages: most runs of gv2 verify need less.
const heapInLargePages = 32 << 20

// half is an argument so large that the frame of a function that hands it on, which holds it twice, is as large as
// heapInLargePages, less what a stack needs besides: its size is a power of two.
type half [heapInLargePages/2 - 64<<10]byte

// largePages makes the beginning of the heap of pages of 2 MB, where the system has some for programs that ask.
// A run touches some ten megabytes for the first time, and up to a fifth of its processor's time went into the faults of
// pages of 4 KB.
//
// Go has no such setting, and maps its heap as it grows. But the stack of a goroutine is a piece of the heap, which is
// given back as soon as the goroutine ends, without a collection: one with a large frame makes the heap grow by
// that much at once, and the advice for its addresses holds for whatever lies there next. Nothing
// touches the frame, so that it costs no memory.
var largePages = sync.OnceFunc(func() {
	adviseLarge(uintptr(unsafe.Pointer(new([2]*byte)))&^(heapGrowth-1), heapGrowth)
	ended := make(chan struct{})
	go func() {
		var above byte
		below := belowFrame(nil)
		adviseLarge(below, uintptr(unsafe.Pointer(&above))-below)
		close(ended)
	}()
	<-ended
})

// heapGrowth is by how much Go's heap grows at least.
const heapGrowth = 4 << 20

// belowFrame is an address below its own large frame.
//
//go:noinline
func belowFrame(h *half) uintptr {
	if h != nil {
		return handOn(*h)
	}
	return address()
}

//go:noinline
func handOn(h half) uintptr { return uintptr(h[0]) }

//go:noinline
func address() uintptr {
	var here byte
	return uintptr(unsafe.Pointer(&here))
}

// adviseLarge asks for large pages, which is no more than advice: a system that has none goes on as it was.
func adviseLarge(from, size uintptr) {
	const large = 2 << 20
	end := (from + size) &^ (large - 1)
	if from = (from + large - 1) &^ (large - 1); from < end {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, end-from, syscall.MADV_HUGEPAGE)
	}
}
