package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// handoverKernel has a warp that waits for another, any number of times.
const handoverKernel = `__global__ void k(int n) {
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) asm volatile("bar.arrive 1, 64;" ::: "memory");
    else asm volatile("bar.sync 1, 64;" ::: "memory");
    __syncthreads();
  }
}
`

// TestInterruptedIsSaid: whoever is interrupted says of every property that it is
// open and why, whichever engine was at work, and keeps what was known.
func TestInterruptedIsSaid(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		args []string
		at   func(cancel func()) verdict.Engines
	}{
		{"before anything", quietKernel, []string{"verify"}, func(cancel func()) verdict.Engines {
			cancel()
			return verdict.DefaultEngines()
		}},
		{"exact engine", quietKernel, []string{"weft"}, func(cancel func()) verdict.Engines {
			return verdict.Engines{Check: func(ctx context.Context, _ *kernel.Kernel, _ weft.Options) (*weft.Report, error) {
				cancel()
				return nil, ctx.Err()
			}}
		}},
		{"Boogie", quietKernel, []string{"verify", "--engine", "boogie"}, func(cancel func()) verdict.Engines {
			return verdict.Engines{Check: weft.Check, Solve: func(ctx context.Context, _ boogie.Printed, _ solver.Options) (*solver.Answer, error) {
				cancel()
				return nil, ctx.Err()
			}}
		}},
		{"Boogie, named barriers", handoverKernel, []string{"verify", "--engine", "boogie"}, func(cancel func()) verdict.Engines {
			return verdict.Engines{Check: weft.Check, Solve: func(ctx context.Context, _ boogie.Printed, _ solver.Options) (*solver.Answer, error) {
				cancel()
				return nil, ctx.Err()
			}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			code, out, stderr := gv2With(ctx, c.at(cancel), c.text, append(c.args, "--block-dim", "64", "-")...)
			assert.Equal(t, exitUndecided, code, stderr)
			assert.Contains(t, out, "kernel k: unknown")
			assert.Contains(t, out, "interrupted")
			assert.Empty(t, stderr)
		})
	}
}

// gv2With runs verify or weft with other engines.
func gv2With(ctx context.Context, engines verdict.Engines, stdin string, args ...string) (code int, out, stderr string) {
	var o, e bytes.Buffer
	io := streams{in: strings.NewReader(stdin), out: &o, err: &e}
	watched := func(ctx context.Context, io streams, opts *verifyOptions) error {
		opts.engines = engines
		return runVerify(ctx, io, opts)
	}
	root := newVerifyCommand(io, watched)
	if args[0] == "weft" {
		root = newWeftCommand(io, watched)
	}
	root.SetArgs(args[1:])
	root.SilenceErrors, root.SilenceUsage = true, true
	code = codeOf(root.ExecuteContext(ctx))
	return code, o.String(), e.String()
}
