package main

import (
	"context"
	"errors"
	"time"

	"gv2/frontend/diag"
	"gv2/runtime/verdict"
)

// The time limit of a kernel holds for all that has to be done before it has a verdict:
// reading its file, which is the same for all kernels of the file and counts for each,
// making its IR, and deciding it.

// limited is ctx with the time limit of a kernel that was begun then.
func (s *settings) limited(ctx context.Context, began time.Time) (context.Context, context.CancelFunc) {
	if limit := s.question().Options().Timeout; limit > 0 {
		return context.WithDeadline(ctx, began.Add(limit))
	}
	return ctx, func() {}
}

// late is the error for a file or kernel that ctx ended, while that was being done.
func (s *settings) late(ctx context.Context, where, doing string) error {
	return &exitError{code: exitUndecided, err: errors.New(where + ": " + s.question().Options().TimeReason(ctx, doing, false))}
}

// unread is the result for a kernel whose time was over before it had an IR: all that can
// be asked of every kernel is open.
func (s *settings) unread(ctx context.Context, name string, pos diag.Pos) verdict.Result {
	opts := s.question().Options()
	return verdict.Open(name, pos, opts, opts.TimeReason(ctx, "reading the kernel", false))
}
