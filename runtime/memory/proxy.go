package memory

// Proxy is the way by which an access reaches memory (PTX ISA, Proxies). Accesses of one address by different ways are not ordered by base causality
// order alone, but by a fence of the proxy along it.
type Proxy uint8

const (
	Generic Proxy = iota
	Texture
	Surface
	Constant
	// Alias belongs to the fence between accesses by different virtual addresses of the same bytes.
	Alias
)

// sameWay reports whether two accesses are made by one proxy and one virtual address; initial writes are made by all.
func (x *Execution) sameWay(a, b int) bool {
	if x.initial(a) || x.initial(b) {
		return true
	}
	return x.Events[a].Proxy == x.Events[b].Proxy && x.Events[a].Address == x.Events[b].Address
}

// preserved is base causality order without the pairs of accesses that proxies take out of it (PTX ISA, Proxy-preserved Base Causality
// Order). Other pairs stay: what is about accesses asks only about those that overlap.
func (x *Execution) preserved() *relation {
	proxies := false
	for i := range x.Events {
		proxies = proxies || x.Events[i].Proxy != Generic || x.Events[i].Address != 0
	}
	if !proxies {
		return x.base
	}
	return x.base.filter(func(a, b int) bool {
		return !x.memory(a) || !x.memory(b) || !x.Events[a].Place.Overlaps(x.Events[b].Place) || x.linked(a, b)
	})
}

// linked reports whether a is before b also by their proxies: both are generic, or both of one proxy and one block, with one address; or fences stand along
// base causality order, those of a's proxy in a's block, of b's in b's, and between them one for the addresses if these differ.
func (x *Execution) linked(a, b int) bool {
	of, to := &x.Events[a], &x.Events[b]
	if x.sameWay(a, b) && (of.Proxy == Generic || x.sameBlock(a, b)) {
		return true
	}
	var fences []func(i int) bool
	need := func(p Proxy, block int) {
		fences = append(fences, func(i int) bool {
			return x.Events[i].Kind == Fence && x.Events[i].Proxy == p && (block < 0 || x.sameBlock(i, block))
		})
	}
	if of.Proxy != Generic {
		need(of.Proxy, a)
	}
	if of.Address != to.Address {
		need(Alias, -1)
	}
	if to.Proxy != Generic {
		need(to.Proxy, b)
	}
	var along func(from, next int) bool
	along = func(from, next int) bool {
		if next == len(fences) {
			return x.base.has(from, b)
		}
		for i := range x.Events {
			if fences[next](i) && x.base.has(from, i) && along(i, next+1) {
				return true
			}
		}
		return false
	}
	return along(a, 0)
}

// sameBlock reports whether two operations are of threads of one block.
func (x *Execution) sameBlock(a, b int) bool {
	if x.initial(a) || x.initial(b) {
		return false
	}
	ta, tb := &x.Program.Threads[x.Thread[a]], &x.Program.Threads[x.Thread[b]]
	return ta.CTA == tb.CTA && ta.GPU == tb.GPU
}
