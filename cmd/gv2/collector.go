package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// The garbage collector's settings, in percent of the live heap by which it may grow
// before it is collected, and the growth in bytes above which memory is dearer than time.
//
// Go's own setting, 100, starts with a heap of 4 MB and collects whenever it has doubled.
// gv2 mostly lives for a fraction of a second: a tenth of its processor time went into
// collections that freed what the end of the process frees anyway. More than 400 saves
// nothing, because fresh pages cost time, too. The exact engine alone runs for so short a time
// that memory is dearer earlier.
const (
	smallHeapPercent = 400
	largeHeapPercent = 100
	freeGrowth       = 256 << 20
	thriftyGrowth    = 20 << 20
)

// thrifty is set where thriftyGrowth counts instead of freeGrowth.
var thrifty atomic.Bool

// collectorPercent is the setting for a heap with this many live bytes.
func collectorPercent(live uint64) int {
	if live == 0 {
		return smallHeapPercent
	}
	growth := uint64(freeGrowth)
	if thrifty.Load() {
		growth = thriftyGrowth
	}
	return int(min(smallHeapPercent, max(largeHeapPercent, growth*100/live)))
}

// tuneCollector sets the garbage collector for a short-lived process, unless the user has
// set it with GOGC.
func tuneCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(smallHeapPercent)
	onCollection(smallHeapPercent)
}

// sentinel is an object that nothing refers to. It has a pointer because small objects
// without one share their memory with others and may live on with them.
type sentinel struct{ _ *sentinel }

// onCollection adjusts the setting after each collection: a finalizer of a dead object is
// the only notice of collections that Go gives. at is the setting in force; it is left
// alone where it need not change, because a change stops the process for a moment.
func onCollection(at int) {
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		// What lives is told by the size at which the next collection begins. Package runtime/metrics
		// has the very figure, and takes a tenth of a millisecond of every start.
		var heap runtime.MemStats
		runtime.ReadMemStats(&heap)
		now := collectorPercent(heap.NextGC * 100 / uint64(100+at))
		if now != at {
			debug.SetGCPercent(now)
		}
		onCollection(now)
	})
}
