package main

import (
	"fmt"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/lower"
)

// launchedKernel is a kernel with one of the sizes that the file launches it
// with.
type launchedKernel struct {
	*cuda.FuncDecl
	size    *lower.LaunchSize // nil if it is not known, or not asked for
	unknown []lower.UnknownLaunch
	// more are further sizes that are not verified.
	more []lower.LaunchSize
}

// maxLaunchSizes bounds the sizes of one kernel that are verified.
const maxLaunchSizes = 4

// launchSizes lists the kernels with the sizes of their launches. What the
// command line and the leading comment say of the block wins: then launches are
// not looked at.
func (u *unit) launchSizes(s *settings, kernels []*cuda.FuncDecl) []launchedKernel {
	var out []launchedKernel
	for _, fn := range kernels {
		if s.blockDim != "" || u.comment.blockDim != "" {
			out = append(out, launchedKernel{FuncDecl: fn})
			continue
		}
		sizes, unknown := lower.LaunchSizes(u.file, fn)
		if len(sizes) == 0 {
			out = append(out, launchedKernel{FuncDecl: fn, unknown: unknown})
		}
		for i := range min(len(sizes), maxLaunchSizes) {
			out = append(out, launchedKernel{FuncDecl: fn, size: &sizes[i], unknown: unknown, more: sizes[min(len(sizes), maxLaunchSizes):]})
		}
	}
	return out
}

// assumptions say where the size of the block is from and what it leaves out.
func (k launchedKernel) assumptions(s *settings) []string {
	if s.blockDim != "" {
		return nil
	}
	var out []string
	if k.size != nil {
		text := "blocks are as launched in " + k.size.Pos.String()
		if n := k.size.SharedBytes; n > 0 && s.sharedBytes < 0 {
			text += fmt.Sprintf(", with %d bytes of dynamic shared memory", n)
		}
		out = append(out, text)
	}
	for _, u := range k.unknown {
		out = append(out, fmt.Sprintf("the launch in %s may have other blocks: %s", u.Pos, u.Why))
	}
	if len(k.more) > 0 {
		texts := make([]string, len(k.more))
		for i, m := range k.more {
			texts[i] = fmt.Sprintf("%s (line %d)", dimsText(m.Block), m.Pos.Line)
		}
		out = append(out, "not verified are launches with blocks "+strings.Join(texts, ", "))
	}
	return out
}

// differentNames lists the kernels, each once whatever its sizes.
func differentNames(kernels []launchedKernel) []string {
	var names []string
	for _, k := range kernels {
		if n := len(names); n == 0 || names[n-1] != k.Name {
			names = append(names, k.Name)
		}
	}
	return names
}
