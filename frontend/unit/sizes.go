package unit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
)

// Kernel is a kernel at one of the sizes that the file launches it with.
type Kernel struct {
	Entry
	size    *host.Size // nil if it is not known, or not asked for
	unknown []host.Unknown
	// passed are the pointers that the launch at passedAt passes twice, where the size of blocks is given and launches say no more.
	passed   []host.Alias
	passedAt diag.Pos
	// more are further sizes that are not verified.
	more []host.Size
}

// Launched is the block of the launch whose size the kernel has, and where that
// stands; ok is false if the size is from elsewhere.
func (k Kernel) Launched() (block [3]int, at diag.Pos, ok bool) {
	if k.size == nil {
		return block, at, false
	}
	return k.size.Block, k.size.Pos, true
}

// maxLaunchSizes bounds the sizes of one kernel that are verified.
const maxLaunchSizes = 4

// sizes lists the kernels with the sizes of their launches. If the command line or the
// leading comment gives the block, nothing of the launches matters but the pointers that they pass.
func (u *Unit) sizes(ctx context.Context, entries []Entry) []Kernel {
	var out []Kernel
	for _, e := range entries {
		if u.opts.Launches == NothingOfLaunches {
			out = append(out, Kernel{Entry: e})
			continue
		}
		if u.opts.BlockDim != nil || u.comment.blockDim != nil {
			out = append(out, passing(ctx, e)...)
			continue
		}
		sizes, unknown := e.Launches(ctx)
		if u.opts.Launches == SizesOfLaunches {
			sizes, unknown = withoutRelations(sizes, unknown)
		}
		if len(sizes) == 0 {
			for _, list := range bySame(unknown) {
				out = append(out, Kernel{Entry: e, unknown: list})
			}
		}
		sizes = alsoSame(sizes, unknown)
		for i := range min(len(sizes), maxLaunchSizes) {
			out = append(out, Kernel{Entry: e, size: &sizes[i], unknown: unknown, more: sizes[min(len(sizes), maxLaunchSizes):]})
		}
	}
	return out
}

// passing is a kernel of a given size, once for each choice of pointers that its launches pass twice.
func passing(ctx context.Context, e Entry) []Kernel {
	var out []Kernel
	add := func(same []host.Alias, at diag.Pos) {
		if !slices.ContainsFunc(out, func(k Kernel) bool { return slices.Equal(k.passed, same) }) {
			out = append(out, Kernel{Entry: e, passed: same, passedAt: at})
		}
	}
	sizes, unknown := e.Launches(ctx)
	for _, s := range sizes {
		add(s.Same, s.Pos)
	}
	for _, u := range unknown {
		add(u.Same, u.Pos)
	}
	if len(out) == 0 {
		add(nil, diag.Pos{})
	}
	return out
}

// bySame groups launches by the pointers that they pass twice; there is one group at least.
func bySame(unknown []host.Unknown) [][]host.Unknown {
	out := [][]host.Unknown{nil}
	for n, u := range unknown {
		i := slices.IndexFunc(out, func(list []host.Unknown) bool { return n > 0 && slices.Equal(list[0].Same, u.Same) })
		switch {
		case n == 0:
			out[0] = append(out[0], u)
		case i < 0:
			out = append(out, []host.Unknown{u})
		default:
			out[i] = append(out[i], u)
		}
	}
	return out
}

// alsoSame adds to sizes one for launches of which the block is not known that pass other pointers twice.
func alsoSame(sizes []host.Size, unknown []host.Unknown) []host.Size {
	for _, u := range unknown {
		if len(sizes) > 0 && !slices.ContainsFunc(sizes, func(s host.Size) bool { return slices.Equal(s.Same, u.Same) }) {
			sizes = append(slices.Clone(sizes), host.Size{Block: sizes[0].Block, Grid: u.Grid, SharedBytes: -1, Pos: sizes[0].Pos, Same: u.Same})
		}
	}
	return sizes
}

// same are the pointer parameters that get the pointer of another one at the launches that the kernel stands for.
func (k Kernel) same() []host.Alias {
	switch {
	case k.size != nil:
		return k.size.Same
	case len(k.unknown) > 0:
		return k.unknown[0].Same
	}
	return k.passed
}

// launched leaves out kernels of included files that nothing launches and whose block size nothing
// states, if there are others, and says so.
func (u *Unit) launched(kernels []Kernel) []Kernel {
	var kept []Kernel
	var left []Kernel
	for _, k := range kernels {
		_, err := u.blockDim(k)
		if err != nil && k.Pos().File != u.Name && len(k.unknown) == 0 {
			left = append(left, k)
		} else {
			kept = append(kept, k)
		}
	}
	if len(kept) == 0 || len(u.opts.Kernels) > 0 {
		return kernels
	}
	for _, k := range left {
		u.Diags.Warnf(k.Pos(), "kernel %s is not looked at: it is of an included file, nothing launches it, and its block size is not known; --kernel %s --block-dim 64 looks at it", k.Name(), k.Name())
	}
	return kept
}

// withoutRelations has nothing but the sizes.
func withoutRelations(sizes []host.Size, unknown []host.Unknown) ([]host.Size, []host.Unknown) {
	var out []host.Size
	for _, s := range sizes {
		s.Constants, s.Relations, s.Passed, s.Unclear = nil, nil, nil, diag.Pos{}
		i := slices.IndexFunc(out, func(o host.Size) bool { return o.Block == s.Block && slices.Equal(o.Same, s.Same) })
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i] = out[i].Joined(s)
	}
	unknown = slices.Clone(unknown)
	for i := range unknown {
		unknown[i].Relations, unknown[i].Passed = nil, nil
	}
	return out, unknown
}

// relations are what holds at all launches that the kernel stands for.
func (k Kernel) relations() []host.Relation {
	switch {
	case k.size != nil:
		return k.size.Relations
	case len(k.unknown) > 0:
		return k.unknown[0].Relations
	}
	return nil
}

// launches are those that the kernel stands for, as far as they pass numbers.
func (k Kernel) launches() []kernel.Passed {
	switch {
	case k.size != nil:
		return k.size.Passed
	case len(k.unknown) > 0:
		return k.unknown[0].Passed
	}
	return nil
}

// launchAssumptions say which arguments are taken over from the launches.
func (k Kernel) launchAssumptions(taken map[string]string) []string {
	var out []string
	for _, a := range k.same() {
		if a.Unlike {
			continue // what is said of it is a reason
		}
		out = append(out, fmt.Sprintf("%s is the pointer %s [launch at %s]", a.Param, a.Pointer(), k.launchedAt()))
	}
	if k.size != nil {
		for _, c := range k.size.Constants {
			if taken[c.Name] == c.Value {
				out = append(out, fmt.Sprintf("%s = %s [launch at %s]", c.Written, c.Value, c.Pos))
			}
		}
	}
	if k.size != nil && k.size.Unclear.Valid() {
		out = append(out, fmt.Sprintf("nothing else is known of the launches: gv2 does not follow the one in %s", k.size.Unclear))
	}
	return out
}

// launchedAt is the first launch that the kernel stands for.
func (k Kernel) launchedAt() diag.Pos {
	if k.passedAt.Valid() {
		return k.passedAt
	}
	if k.size == nil && len(k.unknown) > 0 {
		return k.unknown[0].Pos
	}
	_, at, _ := k.Launched()
	return at
}

// sizeAssumptions say where the block size comes from and which launches it leaves out.
func (u *Unit) sizeAssumptions(k Kernel) []string {
	out := u.passedOn(k)
	if u.opts.BlockDim != nil {
		return out
	}
	if k.size != nil {
		text := "blocks are as launched in " + k.size.Pos.String()
		if n := k.size.SharedBytes; n > 0 && u.opts.SharedBytes < 0 {
			text += fmt.Sprintf(", with %d bytes of dynamic shared memory", n)
		}
		out = append(out, text)
	}
	for _, l := range k.unknown {
		if u.ofAnySize(k) {
			out = append(out, fmt.Sprintf("blocks have any size that the launch in %s may give them; gv2 does not see their size: %s (--block-dim gives one)", l.Pos, l.Why))
			continue
		}
		out = append(out, fmt.Sprintf("the launch in %s has blocks of this size, too; gv2 does not see their size: %s", l.Pos, l.Why))
	}
	if len(k.more) > 0 {
		texts := make([]string, len(k.more))
		for i, m := range k.more {
			texts[i] = fmt.Sprintf("%s (line %d)", kernel.DimsText(m.Block), m.Pos.Line)
		}
		out = append(out, "the kernel is not launched with blocks "+strings.Join(texts, ", ")+", which gv2 does not verify")
	}
	return out
}

// passedOn says that a kernel is handed on to code that may launch it, where nothing else says so: no launch is seen, or sizes are
// given.
func (u *Unit) passedOn(k Kernel) []string {
	e, is := k.Entry.(interface{ passedOn() (diag.Pos, bool) })
	if !is || u.opts.Launches == NothingOfLaunches || u.opts.BlockDim == nil && u.comment.blockDim == nil && (k.size != nil || len(k.unknown) > 0) {
		return nil
	}
	at, is := e.passedOn()
	if !is {
		return nil
	}
	return []string{fmt.Sprintf("gv2 does not see how %s is launched that is passed on in %s: it does not look at what that passes", k.Name(), at)}
}

// Names lists the chosen kernels, each once whatever its sizes.
func (u *Unit) Names() []string {
	var names []string
	for _, k := range u.Kernels {
		if n := len(names); n == 0 || names[n-1] != k.Name() {
			names = append(names, k.Name())
		}
	}
	return names
}
