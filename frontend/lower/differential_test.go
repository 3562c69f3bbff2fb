package lower

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// shim makes g++ take a kernel for a function.
const shim = `#include <cstdio>
#include <cstring>
#include <algorithm>
using std::min; using std::max;
#define __global__
#define __device__
#define __constant__
struct int4 { int x, y, z, w; };
struct uchar4 { unsigned char x, y, z, w; };
static int4 make_int4(int x, int y, int z, int w) { return int4{x, y, z, w}; }
static uchar4 make_uchar4(int x, int y, int z, int w) { return uchar4{(unsigned char)x, (unsigned char)y, (unsigned char)z, (unsigned char)w}; }
static long long out[32]; static int gi[16]; static unsigned char gb[8];
static void init() {
  for (int i = 0; i < 32; i++) out[i] = i * 37 - 100;
  for (int i = 0; i < 16; i++) gi[i] = i * 1000003;
  for (int i = 0; i < 8; i++) gb[i] = i * 41;
}
static void show() {
  for (int i = 0; i < 32; i++) printf("%lld ", out[i]);
  for (int i = 0; i < 16; i++) printf("%d ", gi[i]);
  for (int i = 0; i < 8; i++) printf("%d ", gb[i]);
  printf("\n");
}
`

// resultCells is the number of values that show prints.
const resultCells = 32 + 16 + 8

// interpret runs the kernel as the main function of the g++ program does, and
// returns what show prints; ? stands for what the IR leaves open.
func interpret(k *kernel.Kernel) ([]string, error) {
	m := newMachine(k)
	args := map[string]int64{"n": -7, "u": 0xfffffff0, "w": 1<<40 + 5, "c": -100}
	for _, p := range k.Params {
		m.vars[p] = kernel.NewConst(p.T, args[p.Name])
	}
	factor := map[string][2]int64{"out": {37, -100}, "gi": {1000003, 0}, "gb": {41, 0}}
	length := map[string]int64{"out": 32, "gi": 16, "gb": 8}
	arrays := map[string]*kernel.Array{}
	for _, a := range k.Arrays {
		if f, ok := factor[a.Name]; ok && a.Scale <= 1 {
			arrays[a.Name] = a
			for i := range length[a.Name] {
				m.memory[a][i] = kernel.NewConst(a.Elem, i*f[0]+f[1])
			}
		}
	}
	if err := m.run(k.Body); err != nil && err != errReturn {
		return nil, err
	}
	var out []string
	for _, name := range []string{"out", "gi", "gb"} {
		for i := range length[name] {
			text := "?"
			if a := arrays[name]; a == nil {
				t := map[string]kernel.Type{"out": kernel.I64, "gi": kernel.I32, "gb": kernel.U8}[name]
				text = strconv.FormatInt(t.Wrap(i*factor[name][0]+factor[name][1]), 10)
			} else if c := m.memory[a][i]; c != nil {
				text = strconv.FormatInt(c.Val, 10)
			}
			out = append(out, text)
		}
	}
	return out, nil
}

// TestAgainstCompiler compares the lowering of random programs with what g++
// makes of them. LOWER_FUZZ is the number of programs, LOWER_SEED the first.
func TestAgainstCompiler(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("LOWER_FUZZ"))
	if count == 0 {
		t.Skip("LOWER_FUZZ is not set")
	}
	seed, _ := strconv.ParseInt(os.Getenv("LOWER_SEED"), 10, 64)
	const batch = 100
	open, compared := 0, 0
	for count > 0 {
		n := min(count, batch)
		texts := make([]string, n)
		for i := range texts {
			texts[i] = newGenerator(seed + int64(i)).program()
		}
		want := compile(t, texts)
		for i, text := range texts {
			ks, diags := lowerText(t, text, block64())
			if len(ks) != 1 {
				t.Errorf("seed %d: %s", seed+int64(i), diags.String())
				continue
			}
			got, err := interpret(ks[0])
			if err == errOpen || err == errFuel {
				open++
				continue
			}
			if err != nil {
				t.Errorf("seed %d: %v", seed+int64(i), err)
				continue
			}
			compared++
			for c := range got {
				if got[c] != "?" && got[c] != want[i][c] {
					t.Errorf("seed %d: cell %d is %s, not %s", seed+int64(i), c, got[c], want[i][c])
					break
				}
			}
		}
		seed, count = seed+int64(n), count-n
	}
	t.Logf("%d programs compared, %d left open", compared, open)
	require.Greater(t, compared, open)
}

// compile returns for each program what it prints, built by g++.
func compile(t *testing.T, texts []string) [][]string {
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString(shim)
	for i, text := range texts {
		fmt.Fprintf(&b, "namespace n%d {\n%s}\n", i, text)
	}
	b.WriteString("int main() {\n")
	for i := range texts {
		fmt.Fprintf(&b, "init(); n%d::k(out, gi, gb, -7, 0xfffffff0u, (1LL << 40) + 5, -100); show();\n", i)
	}
	b.WriteString("}\n")
	src, bin := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(src, []byte(b.String()), 0o600))
	msg, err := exec.Command("g++", "-std=c++17", "-O0", "-w", "-fwrapv", "-fpermissive", "-o", bin, src).CombinedOutput()
	require.NoError(t, err, "%s\n%s", msg, b.String())
	printed, err := exec.Command(bin).Output()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
	require.Len(t, lines, len(texts))
	out := make([][]string, len(lines))
	for i, l := range lines {
		out[i] = strings.Fields(l)
		require.Len(t, out[i], resultCells)
	}
	return out
}
