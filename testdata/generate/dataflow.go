package generate

import "fmt"

// The shapes of the kernels that the Singe compiler emits for combustion
// chemistry: straight-line code of thousands of lines in which warps exchange
// doubles through rows of shared memory.

// Dataflow describes such a kernel. Every phase of it has the same four steps:
// each warp writes its own rows; pairs of warps hand a row over, each pair by a
// barrier id of its own that another pair has in the next phase; the block meets
// by __syncthreads; every warp reads rows of all others, and the block meets
// again. Exchanges follow: a lane publishes one of its constants to its warp.
type Dataflow struct {
	Name      string
	Warps     int
	Phases    int
	Pairs     int   // of warps in each phase, at most 15 and fewer than Warps
	Rows      int   // of 32 doubles
	Commands  int64 // wanted; met to within the number of threads, from below
	Table     int   // constants in the table
	Exchanges int   // of constants within each warp, over the whole kernel
	Mirrors   int   // cells for each warp that all its exchanges go through
	LockStep  bool  // exchanges rely on --warp-sync; else __syncwarp orders them
}

// The rows of Figure 10 that the benchmarks mimic.
var (
	// PRFDiffKepler: 672 dynamic barriers, 3,712 addresses, 6,414,000 commands,
	// 928 threads.
	PRFDiffKepler = Dataflow{Name: "prf_diff_kepler", Warps: 29, Phases: 42, Pairs: 14, Rows: 116, Commands: 6_414_000, Table: 4096}
	// HeptaneDiffKepler: 416 dynamic barriers, 1,664 addresses, 1,490,000
	// commands, 416 threads.
	HeptaneDiffKepler = Dataflow{Name: "hept_diff_kepler", Warps: 13, Phases: 32, Pairs: 11, Rows: 52, Commands: 1_490_000, Table: 2048}
	// HeptaneChemKepler: 928 dynamic barriers, 6,144 addresses, 5,241,000
	// commands, 512 threads.
	HeptaneChemKepler = Dataflow{Name: "hept_chem_kepler", Warps: 16, Phases: 58, Pairs: 14, Rows: 192, Commands: 5_241_000, Table: 4096}
	// PRFViscKepler: 128 dynamic barriers, 3,712 addresses, 14,213,000 commands,
	// 1,024 threads.
	PRFViscKepler = Dataflow{Name: "prf_visc_kepler", Warps: 32, Phases: 16, Pairs: 6, Rows: 116, Commands: 14_213_000, Table: 27_000}
	// HeptaneViscFermi: 128 dynamic barriers, 1,690 addresses, 5,897,000 commands,
	// 416 threads, 1.7e11 race tests: thousands of constants go through two cells
	// of each warp.
	HeptaneViscFermi = Dataflow{Name: "hept_visc_fermi", Warps: 13, Phases: 16, Pairs: 6, Rows: 52, Commands: 5_897_000, Table: 2048, Exchanges: 6912, Mirrors: 2}
	// DMEDiffFermi: 352 dynamic barriers, 1,930 addresses, 2,912,000 commands, 320
	// threads, 1.7e11 race tests: one cell for each warp.
	DMEDiffFermi = Dataflow{Name: "dme_diff_fermi", Warps: 10, Phases: 32, Pairs: 9, Rows: 60, Commands: 2_912_000, Table: 2048, Exchanges: 5568, Mirrors: 1}
)

// Scaled returns d with factor times the phases, exchanges and commands.
func (d Dataflow) Scaled(factor int) Dataflow {
	d.Phases *= factor
	d.Exchanges *= factor
	d.Commands *= int64(factor)
	return d
}

// Generate writes the kernel.
func (d Dataflow) Generate() Kernel {
	w := &dataflowWriter{Dataflow: d}
	w.reads = w.readsOf(d.Commands)
	w.prologue()
	for p := range d.Phases {
		w.phase(p)
	}
	w.line("  out[wid * 32 + lane] = a + b;")
	w.line("}")
	return Kernel{w.String(), w.counts()}
}

// dataflowWriter writes one kernel.
type dataflowWriter struct {
	Dataflow
	text
	reads int64 // of every thread, over all phases
	made  int   // lines that read so far; the next one varies with their number
}

func (w *dataflowWriter) threads() int64 { return int64(32 * w.Warps) }

// fixed is the number of commands besides the reads that every thread makes.
func (w *dataflowWriter) fixed() int64 {
	phase := int64(32*w.Rows) + int64(w.Pairs)*(64+32) + 2*w.threads()
	exchange := w.threads() + int64(w.Warps)
	return int64(w.Phases)*phase + int64(w.Exchanges)*exchange
}

func (w *dataflowWriter) readsOf(commands int64) int64 {
	return max(0, (commands-w.fixed())/w.threads())
}

func (w *dataflowWriter) counts() Counts {
	c := Counts{
		Threads:   32 * w.Warps,
		Barriers:  int64(w.Phases) * int64(w.Pairs+2),
		Addresses: int64(32 * w.Rows),
		Commands:  w.fixed() + w.reads*w.threads(),
	}
	if w.Exchanges > 0 {
		c.Addresses += int64(min(w.Mirrors, w.Exchanges) * w.Warps)
	}
	if !w.LockStep {
		c.WarpSyncs = int64(w.Exchanges) * int64(w.syncsOfExchange()) * w.threads()
	}
	return c
}

// share splits total over the phases as evenly as whole numbers allow.
func (w *dataflowWriter) share(total int64, phase int) int64 {
	n := int64(w.Phases)
	return total*int64(phase+1)/n - total*int64(phase)/n
}

// prologue writes the table of constants and the head of the kernel.
func (w *dataflowWriter) prologue() {
	flags := ""
	if w.LockStep {
		flags = " --warp-sync"
	}
	w.head(32*w.Warps, flags)
	w.exchangeMacro()
	w.line("__constant__ double coef[%d] = {", w.Table)
	for i := range w.Table {
		w.line("  %d.%03de%d,", tableEntry(i)%90, i%1000, i%7-3)
	}
	w.line("};")
	w.line("__global__ void __launch_bounds__(%d, 1) %s(const double *temperature, double *out) {", 32*w.Warps, w.Name)
	w.line("  __shared__ double xq[%d];", 32*w.Rows)
	if w.Exchanges > 0 {
		w.line("  __shared__ volatile double mirror[%d];", w.Mirrors*w.Warps)
	}
	w.line("  const int wid = threadIdx.x / 32, lane = threadIdx.x %% 32;")
	w.line("  double t = temperature[lane], a = 0.0, b = 1.0, c = coef[wid * 32 + lane];")
}

// syncsOfExchange is the number of __syncwarp of one exchange. With two cells or
// more that are used in turn, the one before the next read of another cell also
// stands before the next write of this one.
func (w *dataflowWriter) syncsOfExchange() int {
	if w.Mirrors > 1 {
		return 1
	}
	return 2
}

func (w *dataflowWriter) exchangeMacro() {
	before, after := " __syncwarp();", ""
	if w.syncsOfExchange() > 1 {
		after = before
	}
	if w.LockStep {
		before, after = "", ""
	}
	w.line("#define EXCHANGE(cell, from) { if (lane == (from)) mirror[wid * %d + (cell)] = c;%s b = fma(mirror[wid * %d + (cell)], a, b);%s }",
		w.Mirrors, before, w.Mirrors, after)
}

func (w *dataflowWriter) phase(p int) {
	w.line("  // Phase %d.", p)
	for first := 0; first < w.Rows; first += w.Warps {
		guard := ""
		if first+w.Warps > w.Rows {
			guard = fmt.Sprintf("if (wid < %d) ", w.Rows-first)
		}
		w.line("  %sxq[(%d + wid) * 32 + lane] = a + %d * c;", guard, first, p+first)
	}
	w.pairs(p)
	w.line("  __syncthreads();")
	for range w.share(w.reads, p) {
		w.read()
	}
	for i := range w.share(int64(w.Exchanges), p) {
		w.line("  EXCHANGE(%d, %d)", int(i)%max(1, w.Mirrors), (int(i)*5+p)%32)
	}
	w.line("  __syncthreads();")
}

// pairs lets warp (e + p) mod Warps hand its first row to the warp Pairs-p
// further on, by barrier e+1. All send before they receive.
func (w *dataflowWriter) pairs(p int) {
	from := func(e int) int { return (e + p) % w.Warps }
	for e := range w.Pairs {
		w.line("  if (wid == %d) ARRIVE(%d, 64);", from(e), e+1)
	}
	for e := range w.Pairs {
		to := (from(e) + 1 + p%(w.Warps-1)) % w.Warps
		w.line("  if (wid == %d) { SYNC(%d, 64); a += xq[%d * 32 + lane]; }", to, e+1, from(e))
	}
}

// read is one line that reads one element of shared memory in every thread.
func (w *dataflowWriter) read() {
	i := w.made
	w.made++
	row, k := (i*7+3)%w.Rows, (i*31)%w.Table
	switch i % 8 {
	case 0:
		w.line("  b += exp(-coef[%d] / (t + xq[%d * 32 + lane]));", k, row)
	case 1:
		w.line("  a = fma(coef[%d], xq[%d * 32 + lane] * b, a * 0.5);", k, row)
	case 2:
		w.line("  b = log(fabs(xq[%d * 32 + lane]) + coef[%d]) * t;", row, k)
	case 3:
		w.line("  { double r = xq[%d * 32 + (lane ^ %d)]; a += r * sqrt(t + r); }", row, 1<<(i%5))
	case 4:
		w.line("  c -= coef[%d] * xq[%d * 32];", k, row)
	case 5:
		w.line("  { double r = xq[%d * 32 + lane]; a = a > %d.0 ? r : a + r; }", row, i%11)
	case 6:
		w.line("  b = fmin(b, xq[(%d + wid) %% %d * 32 + lane]) + %d.25;", row, w.Rows, i%17)
	default:
		w.line("  c = __dmul_rn(c, xq[%d * 32 + 31 - lane]) - exp(b * coef[%d]);", row, k)
	}
}
