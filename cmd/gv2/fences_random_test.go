package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/unit"
	"gv2/runtime/axioms"
)

// TestFenceSetsOfRandomPrograms compares the answers of gv2 fences for programs of two threads with a look at all choices of fences, each written
// into the text and judged by all executions: every set that is named is right, nothing less or weaker is, and none is missing.
// FENCES=n makes n programs, SEED others.
func TestFenceSetsOfRandomPrograms(t *testing.T) {
	n, seed := 6, int64(1)
	if s := os.Getenv("FENCES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	rng := rand.New(rand.NewSource(seed))
	needed, several := 0, 0
	for decided := 0; decided < n; {
		text, places := programForFences(rng)
		want, ok := leastFences(t, text, places)
		if !ok || len(want) == 1 && want[0] == "" && rng.Intn(4) > 0 {
			continue // what the executions leave open, and most of those that need none
		}
		decided++
		file := filepath.Join(t.TempDir(), "k.cu")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, out, stderr := gv2("", "fences", "--format", "json", "--timeout", "1h", file)
		var doc fenceReport
		require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
		require.Len(t, doc.Results, 1)
		var got []string
		for _, set := range doc.Results[0].Sets {
			var list []string
			for _, f := range set {
				list = append(list, fmt.Sprintf("%d:%s", f.After, f.Fence))
			}
			got = append(got, strings.Join(list, " "))
		}
		slices.Sort(got)
		assert.Equal(t, want, got, text)
		if len(want) > 0 && want[0] != "" {
			needed++
		}
		if len(want) > 1 {
			several++
		}
	}
	t.Logf("%d programs, %d of them need fences, %d have several sets", n, needed, several)
}

// programForFences is a program of two threads, of one block or of two, a statement a line; places are the lines
// after which a fence can matter.
func programForFences(rng *rand.Rand) (text string, places []int) {
	launch, who := "//--blockDim=1 --gridDim=2", "blockIdx.x"
	if rng.Intn(3) == 0 {
		launch, who = "//--blockDim=2 --gridDim=1", "threadIdx.x"
	}
	lines := []string{launch, "__device__ int x, y, z;", "__device__ volatile int f, g;", "__device__ int c;", "__global__ void k(int *out) {", "  if (" + who + " == 0) {"}
	pick := func(list ...string) string { return list[rng.Intn(len(list))] }
	var roles [2][]string
	switch rng.Intn(4) {
	case 0, 1: // a message, perhaps with a second one
		roles = [2][]string{{pick("x = 1;", "x = y;"), pick("f = 1;", "atomicExch((int *)&f, 1);")}, {pick("while (f == 0) {}", "while (atomicAdd((int *)&f, 0) == 0) {}"), pick("out[0] = x;", "x = 2;", "y = x;")}}
		i := rng.Intn(2)
		at := rng.Intn(len(roles[i]) + 1)
		roles[i] = slices.Insert(roles[i], at, pick("y = 1;", "g = 1;", "atomicAdd(&c, 1);", "z = x;"))
	case 2: // there and back
		roles = [2][]string{{"x = 1;", "f = 1;", "while (g == 0) {}", pick("out[0] = y;", "x = 2;", "out[0] = x;")}, {"while (f == 0) {}", pick("y = x;", "out[1] = x;", "x = 3;"), "g = 1;"}}
	default: // who comes first
		first := func(mine, other string) []string {
			return []string{mine + " = 1;", "if (" + other + " == 0) {", "  " + pick("x = 1;", "x = 2;", "out[0] = x;"), "}"}
		}
		roles = [2][]string{first("f", "g"), first("g", "f")}
	}
	for i, role := range roles {
		if i == 1 {
			lines = append(lines, "  } else {")
		}
		for j, s := range role {
			lines = append(lines, "    "+s)
			if j < len(role)-1 && s != "}" && role[j+1] != "}" {
				places = append(places, len(lines))
			}
		}
	}
	return strings.Join(append(lines, "  }", "}", ""), "\n"), places
}

// leastFences are the minimal sets by a look at all of them; ok is false if the executions leave one open.
func leastFences(t *testing.T, text string, places []int) (sets []string, ok bool) {
	t.Helper()
	names := []string{"", "block", "device"}
	calls := []string{"", "__threadfence_block();", "__threadfence();"}
	total := 1
	for range places {
		total *= len(names)
	}
	right := make([]bool, total)
	levels := func(code int) []int {
		out := make([]int, len(places))
		for i := range out {
			out[i], code = code%len(names), code/len(names)
		}
		return out
	}
	for code := range total {
		lines := strings.Split(text, "\n")
		for i, l := range slices.Backward(levels(code)) {
			if l > 0 {
				lines = slices.Insert(lines, places[i], calls[l])
			}
		}
		if right[code], ok = withoutFault(t, strings.Join(lines, "\n")); !ok {
			return nil, false
		}
	}
	for code := range total {
		if !right[code] {
			continue
		}
		of, least := levels(code), true
		var list []string
		for other := range total {
			o := levels(other)
			below := !slices.Equal(of, o)
			for i := range of {
				below = below && o[i] <= of[i]
			}
			least = least && !(below && right[other])
		}
		for i, l := range of {
			if l > 0 {
				list = append(list, fmt.Sprintf("%d:%s", places[i], names[l]))
			}
		}
		if least {
			sets = append(sets, strings.Join(list, " "))
		}
	}
	slices.Sort(sets)
	return sets, true
}

// withoutFault reports whether no execution of a kernel has a fault; ok is false if that is open.
func withoutFault(t *testing.T, text string) (right, ok bool) {
	t.Helper()
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte(text), unit.Options{SharedBytes: -1})
	require.NoError(t, err)
	k, diags, err := u.Lower(context.Background(), 0)
	require.NoError(t, err)
	require.False(t, diags.HasErrors(), diags.String())
	r, ok := axioms.Executions(k, func() bool { return false })
	if !ok {
		return false, false
	}
	for _, x := range r.Races {
		if !x.SameValue {
			return false, true
		}
	}
	return len(r.Failed) == 0, r.Open == ""
}
