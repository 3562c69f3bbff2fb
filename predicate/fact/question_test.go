package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// TestQuestions evaluates each fact with a yes or a no on kernels that differ in its
// subject. The listed facts hold, all others do not.
func TestQuestions(t *testing.T) {
	questions := map[string]func(*kernel.Kernel) bool{
		"reads back":        fact.ReadsBack,
		"exchanges matter":  fact.ExchangesMatter,
		"tells reserved":    fact.TellsReserved,
		"receives":          fact.Receives,
		"lanes wait":        fact.LanesWait,
		"reads votes":       fact.ReadsVotes,
		"whole blocks":      fact.WholeBlocks,
		"same statement":    fact.SameStatement,
		"only of the block": fact.OnlyOfBlock,
		"generations":       rewrite.NeedsGenerations,
		"loop":              fact.HasLoop,
		"block's barrier":   fact.HasWholeBarrier,
	}
	whole := []string{"whole blocks", "same statement", "only of the block"}
	with := func(more ...string) []string { return append(more, whole...) }
	for body, holds := range map[string][]string{
		"out[t] = in[t];": whole,
		"out[in[t]] = 1;": whole,
		"s[t] = in[t]; __syncthreads(); out[t] = s[63 - t];":   with("block's barrier"),
		"s[t] = in[t]; __syncthreads(); out[s[63 - t]] = 1;":   with("block's barrier", "reads back"),
		"s[t] = in[t]; __syncthreads(); if (s[0]) out[t] = 1;": with("block's barrier", "reads back"),
		"if (__shfl_sync(~0u, in[t], 0)) out[t] = 1;":          with("exchanges matter", "receives", "lanes wait"),
		"out[t] = __shfl_sync(~0u, in[t], 0);":                 with("receives", "lanes wait"),
		"out[t] = __activemask();":                             with("receives"),
		"__syncwarp();":                                        with("lanes wait"),
		"__syncwarp(0xff);":                                    {"same statement", "whole blocks", "only of the block", "lanes wait"},
		"int at = 0; if (t % 32 == 0) at = atomicAdd(out, 32); at = __shfl_sync(~0u, at, 0); out[64 + at + t % 32] = 1;": with(
			"tells reserved", "receives", "lanes wait", "exchanges matter", "reads back"),
		"int at = atomicAdd(out, 1); out[64 + at] = 1;":        with("receives", "reads back"),
		"if (__syncthreads_or(in[t])) out[t] = 1;":             with("block's barrier", "receives", "reads votes"),
		"asm volatile(\"bar.sync 1, 64;\");":                   {"whole blocks"},
		"asm volatile(\"bar.sync 1, 32;\");":                   {"generations"},
		"asm volatile(\"bar.arrive 1, 64;\");":                 {"generations"},
		"if (t < 32) asm volatile(\"bar.sync 1;\");":           {"whole blocks", "generations", "block's barrier"},
		"for (int i = 0; i < in[0]; i++) out[i * 64 + t] = 1;": with("loop"),
	} {
		text := "__global__ void k(const int *in, int *out) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		k := kerneltest.Lower(t, text, kerneltest.Block(64))
		var found []string
		for name, holds := range questions {
			if holds(k) {
				found = append(found, name)
			}
		}
		assert.ElementsMatch(t, holds, found, body)
	}
}

// TestReadsBackFor: what decides which threads meet where, and what decides the rest.
func TestReadsBackFor(t *testing.T) {
	for body, want := range map[string][2]bool{ // of data races, of barriers
		"if (out[t + 64] > 0) out[t] = 1; __syncthreads();":                                               {true, false},
		"out[t] = 1; if (out[64]) __syncthreads();":                                                       {true, true},
		"out[t] = 1; if (out[t]) return; __syncthreads();":                                                {true, true},
		"out[t] = 1; int n = out[0]; for (int i = 0; i < n; i++) in[t]; __syncthreads();":                 {false, false},
		"out[t] = 1; int n = out[0]; for (int i = 0; i < n; i++) __syncthreads();":                        {true, true},
		"out[t] = 1; int n = out[0]; for (int i = 0; i < 9; i++) { if (i == n) break; __syncthreads(); }": {true, true},
		"out[t] = 1; __syncwarp(out[0]); __syncthreads();":                                                {true, true},
		"int at = atomicAdd(out, 1); out[64 + at] = 1; __threadfence(); __syncthreads();":                 {true, false},
		"out[t] = 1; if (__shfl_sync(~0u, out[64], 0)) __syncthreads();":                                  {true, true},
	} {
		k := kerneltest.Lower(t, "__global__ void k(const int *in, int *out) { int t = threadIdx.x; "+body+" }", kerneltest.Block(64))
		got := [2]bool{fact.ReadsBackFor(k, kernel.DataRace), fact.ReadsBackFor(k, kernel.Divergence)}
		assert.Equal(t, want, got, body)
	}
}
