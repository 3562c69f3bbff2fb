package main

import (
	"bytes"
	"context"
	"io"
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

// TestInterruptedWhileReading: before there are kernels the answer is about the file.
func TestInterruptedWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, out, stderr := gv2With(ctx, verdict.DefaultEngines(), quietKernel, "verify", "--block-dim", "64", "-")
	assert.Equal(t, exitUndecided, code)
	assert.Empty(t, out, "standard error says it")
	assert.Equal(t, "gv2: <stdin>: interrupted while reading the file\n", stderr)
}

// TestInterruptedBetweenKernels: kernels that were not looked at have an answer, too.
func TestInterruptedBetweenKernels(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	engines := verdict.Engines{Check: func(ctx context.Context, _ *kernel.Kernel, _ weft.Options) (*weft.Report, error) {
		cancel()
		return nil, ctx.Err()
	}}
	code, out, stderr := gv2With(ctx, engines, quietKernel+strings.Replace(quietKernel, " k(", " other(", 1), "verify", "--block-dim", "64", "-")
	assert.Equal(t, exitUndecided, code, stderr)
	assert.Contains(t, out, "kernel other: unknown")
	assert.Contains(t, out, "data-race            unknown")
	assert.Contains(t, out, "interrupted while reading the kernel")
	assert.Empty(t, stderr)
}

// TestEndlessInput: nobody types the end of standard input, and the time limit counts.
func TestEndlessInput(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	silent, closed := io.Pipe()
	defer closed.Close()
	_, err := readAll(ctx, silent)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestInterruptedIsSaid: a verification that is interrupted says of every property that
// it is open and why, whichever engine was at work, and keeps what was known.
func TestInterruptedIsSaid(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		args []string
		at   func(cancel func()) verdict.Engines
	}{
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
	std := streams{in: strings.NewReader(stdin), out: &o, err: &e}
	watched := func(ctx context.Context, to streams, opts *verifyOptions) error {
		opts.engines = engines
		return runVerify(ctx, to, opts)
	}
	root := newVerifyCommand(std, watched)
	if args[0] == "weft" {
		root = newWeftCommand(std, watched)
	}
	root.SetArgs(args[1:])
	root.SilenceErrors, root.SilenceUsage = true, true
	code = codeOf(root.ExecuteContext(ctx))
	return code, o.String(), e.String()
}
