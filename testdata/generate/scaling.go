package generate

// Kernels whose size grows in one respect only, for measurements of how time
// grows with it.

// ManyCommands returns a kernel of 256 threads and one pair of barriers whose
// threads read shared memory rounds times 16 times.
func ManyCommands(rounds int) Kernel {
	const threads, reads = 256, 16
	var t text
	t.head(threads, "")
	t.line(`__global__ void commands(const int *in, int *out) {
  __shared__ int s[%d];
  const int t = threadIdx.x;
  int sum = 0;
  s[t] = in[t];
  SYNC(0, %d);
  for (int i = 0; i < %d; ++i) {`, threads, threads, rounds)
	for k := range reads {
		t.line("    sum = sum * 3 + s[t ^ %d];", k)
	}
	t.line(`  }
  SYNC(0, %d);
  s[t] = sum;
  out[t] = s[t];
}`, threads)
	return Kernel{t.String(), Counts{
		Threads: threads, Barriers: 2, Addresses: threads, Commands: threads * (2 + 2 + 1 + reads*int64(rounds)),
	}}
}

// ManyBarriers returns a ring of sixteen warps in which a token goes round
// rounds times, by a barrier of its own between each two neighbours. Every hop is
// one dynamic barrier, one write and one read of each lane.
func ManyBarriers(rounds int) Kernel {
	const warps = 16
	var t text
	t.head(32*warps, "")
	t.line(`__global__ void ring(const int *in, int *out) {
  __shared__ int mail[%d][32];
  const int w = threadIdx.x / 32, lane = threadIdx.x %% 32;
  const int left = (w + %d) %% %d, right = (w + 1) %% %d;
  int v = in[threadIdx.x];
  for (int i = 0; i < %d; ++i) {
    if (i > 0 || w > 0) {
      SYNC(w, 64);
      v += mail[left][lane];
    }
    mail[w][lane] = v;
    if (i < %d || w < %d) ARRIVE(right, 64);
  }
  out[threadIdx.x] = v;
}`, warps, warps-1, warps, warps, rounds, rounds-1, warps-1)
	hops := int64(rounds)*warps - 1
	return Kernel{t.String(), Counts{
		Threads: 32 * warps, Barriers: hops, Addresses: 32 * warps, Commands: 32 * (int64(rounds)*warps + 3*hops),
	}}
}
