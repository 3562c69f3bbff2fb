package unit

import (
	"bytes"
	"fmt"
	"slices"

	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/contradiction"
)

// launch resolves the launch configuration of a kernel: the command line, then the
// size of a launch in the file, which is nil where none is known or the leading
// comment says another, then the bounds in the source, the comment, and the default.
// A grid that is not known is open: the verdict then holds for every number of
// blocks.
func (u *Unit) launch(k Kernel) (l kernel.Launch, err error) {
	if l.BlockDim, err = u.blockDim(k); err != nil {
		return l, err
	}
	l.GridDim = u.gridDim(k)
	l.Cluster, _ = u.clusterDim(k)
	return l, u.clusterConflict(k, l.Cluster)
}

// clusterDim is the blocks of a cluster: the command line, the leading comment, then the kernel's attribute, then the
// attribute of its launches; known is false where nothing tells it, and then the result is 0.
func (u *Unit) clusterDim(k Kernel) (dims [3]int, known bool) {
	switch {
	case u.opts.ClusterDim != nil:
		return *u.opts.ClusterDim, true
	case u.comment.clusterDim != nil:
		return *u.comment.clusterDim, true
	}
	if e, is := k.Entry.(interface {
		clusterDims() (dims [3]int, stated, ok bool)
	}); is {
		if dims, _, ok := e.clusterDims(); ok {
			return dims, true
		}
	}
	if e, is := k.Entry.(interface {
		launchedClusters() (dims [3]int, known bool)
	}); is && saysClusters(u.Text) && u.opts.Launches != NothingOfLaunches {
		return e.launchedClusters()
	}
	return dims, false
}

// clusterConflict is an error where clusters of a size are asked for and the kernel has clusters of another one.
func (u *Unit) clusterConflict(k Kernel, asked [3]int) error {
	e, is := k.Entry.(interface {
		clusterDims() (dims [3]int, stated, ok bool)
	})
	if !is {
		return nil
	}
	own, _, ok := e.clusterDims()
	if !ok || own == asked {
		return nil
	}
	return fmt.Errorf("%s: kernel %s has clusters of %s, and --cluster-dim asks for %s; leave it out, or give the kernel's own",
		k.Pos(), k.Name(), kernel.DimsText(own), kernel.DimsText(asked))
}

// saysClusters reports whether a file has, or may have, launches with clusters, of whatever size: also where it does not
// name the attributes that a launch has.
func saysClusters(text []byte) bool {
	return bytes.Contains(text, []byte("LaunchKernelEx")) && bytes.Contains(text, []byte("attrs")) ||
		bytes.Contains(text, []byte("cudaFuncAttributeRequiredCluster")) || bytes.Contains(text, []byte("cudaLaunchAttributeClusterDimension")) || bytes.Contains(text, []byte("CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION"))
}

// launchedWithout reports whether the file shows the launches of a kernel, and that these have no clusters. The block
// that a PTX module asks for is no launch.
func (u *Unit) launchedWithout(k Kernel) bool {
	_, ofModule := k.Entry.(ptxEntry)
	return k.size != nil && !ofModule && !saysClusters(u.Text)
}

func (u *Unit) blockDim(k Kernel) ([3]int, error) {
	switch {
	case u.opts.BlockDim != nil:
		return *u.opts.BlockDim, nil
	case k.size != nil:
		return k.size.Block, nil
	}
	_, known := host.Joined(k.unknown)
	if u.ofAnySize(k) {
		return known, nil
	}
	if block, err := u.statedBlockDim(k); err != nil || agree(block, known) {
		return block, err
	}
	return known, nil
}

// ofAnySize reports whether the blocks of a kernel have any size but for the dimensions that its launches tell: there are some, and
// nothing states a size for those that they do not tell.
func (u *Unit) ofAnySize(k Kernel) bool {
	if u.opts.BlockDim != nil || k.size != nil || len(k.unknown) == 0 {
		return false
	}
	_, bounded := k.Bounds()
	return !bounded && u.comment.blockDim == nil && u.opts.BlockDimDefault == nil
}

// Presumed reports whether the size of the kernel's blocks is one that nothing in the file states: the
// default, a row of as many threads as the kernel's launch bounds allow, or any.
func (u *Unit) Presumed(k Kernel) bool {
	if u.opts.BlockDim != nil || k.size != nil {
		return false
	}
	_, known := host.Joined(k.unknown)
	if n, bounded := k.Bounds(); bounded {
		return agree([3]int{n, 1, 1}, known)
	}
	return u.comment.blockDim == nil && u.opts.BlockDimDefault != nil && agree(*u.opts.BlockDimDefault, known) || u.ofAnySize(k)
}

// MayHave reports whether blocks of the kernel may have that size, for all that the file tells: a kernel
// with launch bounds is taken to have as many threads as these allow.
func (u *Unit) MayHave(k Kernel, block [3]int) bool {
	_, known := host.Joined(k.unknown)
	n, bounded := k.Bounds()
	return agree(block, known) && (!bounded || Threads(block) == int64(n)) && reached(k, block)
}

// reached reports whether values are found with which the launches in sight have blocks of that size.
func reached(k Kernel, block [3]int) bool {
	conds := holding(k, block)
	return len(conds) == 0 || contradiction.Satisfied(conds)
}

// holding is what holds at the launches in sight, for blocks of a size.
func holding(k Kernel, block [3]int) []kernel.Expr {
	var out []kernel.Expr
	for _, r := range k.relations() {
		if r.Of != "" {
			continue
		}
		for _, c := range kernel.Conjuncts(r.Cond) {
			out = append(out, kernel.Fold(kernel.MapExpr(c, func(e kernel.Expr) kernel.Expr {
				if b, is := e.(*kernel.Builtin); is && b.Kind == kernel.BlockDim {
					return kernel.Unsigned(int64(block[b.Dim]))
				}
				return e
			})))
		}
	}
	return out
}

// speaksOfRows reports whether the launches in sight tell something of the rows of a block.
func speaksOfRows(k Kernel) bool {
	return slices.ContainsFunc(k.relations(), func(r host.Relation) bool {
		found := false
		kernel.WalkExpr(r.Cond, func(e kernel.Expr) bool {
			b, is := e.(*kernel.Builtin)
			found = found || is && b.Kind == kernel.BlockDim && b.Dim == 1
			return !found
		})
		return found
	})
}

// presumable are sizes of blocks that kernels have, the most usual ones first.
var presumable = [][3]int{{256, 1, 1}, {128, 1, 1}, {64, 1, 1}, {32, 1, 1}, {16, 16, 1}, {32, 8, 1}, {32, 4, 1}, {16, 8, 1}, {8, 8, 1}, {32, 32, 1}, {512, 1, 1}, {1024, 1, 1}}

// presume takes another size of blocks for a kernel whose size is presumed, where no values are found with
// which the launches in sight have that size. It returns the sentence that says so.
func (u *Unit) presume(k Kernel, set *Setting) []string {
	presumed := set.Launch.BlockDim
	if !u.Presumed(k) || u.ofAnySize(k) || reached(k, presumed) {
		return nil
	}
	sizes := slices.Clone(presumable)
	if speaksOfRows(k) {
		slices.SortStableFunc(sizes, func(a, b [3]int) int { return min(b[1], 2) - min(a[1], 2) })
	}
	for _, block := range sizes {
		if u.MayHave(k, block) {
			set.Launch.BlockDim = block
			return []string{fmt.Sprintf("blocks of %s are presumed, because no values are found that reach the launches that gv2 sees with those of %s", kernel.DimsText(block), kernel.DimsText(presumed))}
		}
	}
	return nil
}

// agree reports whether a block has the dimensions that are known, which are not 0.
func agree(block, known [3]int) bool {
	for d, n := range known {
		if n != 0 && block[d] != n {
			return false
		}
	}
	return true
}

// statedBlockDim is the block that the source, the comment or the default say, where no
// launch does.
func (u *Unit) statedBlockDim(k Kernel) ([3]int, error) {
	if n, ok := k.Bounds(); ok {
		if n < 1 || n > kernel.MostThreads {
			return [3]int{}, fmt.Errorf("%s: %s(%d) is not between 1 and %d threads", k.Pos(), u.terms.Bounds, n, kernel.MostThreads)
		}
		return [3]int{n, 1, 1}, nil
	}
	switch {
	case u.comment.blockDim != nil:
		return *u.comment.blockDim, nil
	case u.opts.BlockDimDefault != nil:
		return *u.opts.BlockDimDefault, nil
	}
	return [3]int{}, fmt.Errorf("%s: kernel %s: how many threads does a block have? give --block-dim, as in --block-dim 64 or --block-dim 8,8", k.Pos(), k.Name())
}

func (u *Unit) gridDim(k Kernel) [3]int {
	switch {
	case u.opts.GridDim != nil:
		return *u.opts.GridDim
	case u.comment.gridDim != nil:
		return *u.comment.gridDim
	case k.size != nil:
		return k.size.Grid
	default:
		grid, _ := host.Joined(k.unknown)
		return grid
	}
}

// setting joins command line, comment and launch into what the lowering needs.
func (u *Unit) setting(k Kernel, l kernel.Launch) Setting {
	shared := u.opts.SharedBytes
	if shared < 0 {
		shared = u.comment.sharedBytes
	}
	if shared < 0 && k.size != nil {
		shared = k.size.SharedBytes
	}
	set := Setting{
		Launch: l, Params: joined(u.comment.params, u.opts.Params), Typed: joined(u.comment.typed, u.opts.Typed), SharedBytes: shared, UnknownConstants: u.opts.UnknownConstants,
	}
	if k.size != nil {
		for _, c := range k.size.Constants {
			if _, given := set.Params[c.Name]; !given {
				set.Params[c.Name] = c.Value
			}
		}
	}
	set.Same, set.Offsets = map[string]string{}, map[string]int64{}
	set.Overlaps = map[string]kernel.Overlap{}
	for _, a := range k.same() {
		if !a.Unlike {
			set.Same[a.Param], set.Offsets[a.Param] = a.Of, a.Offset
		}
		if a.Open {
			set.Overlaps[a.Param] = kernel.Overlap{Array: a.Of, Unlike: a.Unlike,
				Why: farApart(k, a)}
		}
	}
	for _, r := range k.relations() {
		h := kernel.Precondition{Cond: r.Cond, Text: fmt.Sprintf("%s [launch at %s]", r.Text, r.Pos)}
		if r.Of != "" {
			h.Cond, h.Of = r.Bytes, r.Of
		}
		set.Holds = append(set.Holds, h)
	}
	set.Holds = append(set.Holds, u.holds...)
	return set
}

// farApart says why nothing is proved of two pointers of a launch: they lead into one array, or it is not known that they do not.
func farApart(k Kernel, a host.Alias) string {
	if a.Why != "" {
		return fmt.Sprintf("the launch at %s may pass pointers into one array as %s and %s: %s", k.launchedAt(), a.Of, a.Param, a.Why)
	}
	return fmt.Sprintf("the launch at %s passes pointers into one array as %s and %s, and gv2 does not know how far apart they are", k.launchedAt(), a.Of, a.Param)
}
