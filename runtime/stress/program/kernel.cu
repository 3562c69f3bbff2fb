// @<.Text.Title>@
//
// Written by gv2 stress. It runs kernel @<.Name>@ of @<.Source>@ again and again under stress that makes reorderings
// of memory accesses likely, and counts the runs after which a condition does not hold (the testing environment of Sorensen
// and Donaldson, "Exposing Errors Related to Weak Memory in GPU Applications", PLDI 2016).
//
// @<.Text.NoGPU>@
// A run in which nothing fails proves nothing: gv2 verify and gv2 fences decide by the memory model.
//
//     nvcc -std=c++17 -O3 -arch=native FILE -o stressed && ./stressed
//
//     --runs 1000        how many runs, --seconds 3600 at most; those that measure --iterations count, and are some 15
//     --stress patches   patches, random, cache or none; --chip, --patch, --sequence, --spread choose how patches are stressed
//     --shuffle 1        threads and blocks get other numbers, within their warps and blocks; 0 leaves them
//     --iterations N     of a stressing thread; 0 measures how many take 10 times as long as the kernel
//     --timeout 30       seconds after which a run counts as one that does not end
//     --seed 1
//
// Ctrl-C ends it behind the run under way and prints what was counted; a second one ends it at once.
// Exit code: 0 if no run failed, 1 if one did, 4 for a wrong command line, 5 if CUDA fails.
@<range .Headers>@
#if __has_include(@<.>@)
#include @<.>@
#endif@<end>@
@<.Environment>@
// ---------------------------------------------------------------- the kernel

// How often each condition failed in a run; the first one counts assertions of the kernel.
__device__ unsigned gv2_rejected[@<.Conditions | len>@ + 1];
__device__ inline void gv2_assert(bool holds) {
  if (!holds) atomicAdd(&gv2_rejected[0], 1u);
}
#ifndef __implies
#define __implies(a, b) (!(a) || (b))
#endif

@<.Device>@
// ---------------------------------------------------------------- how it is run

@<with .Template>@@<.>@ @<end>@__global__ void @<.Bounds>@gv2_stressed(@<.Declared>@) {
  int block = gv2_env.on ? gv2_env.block_of[blockIdx.x] : 0;
  if (block < 0) {
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    gv2_stress((unsigned)(-1 - block) * (blockDim.x * blockDim.y * blockDim.z) + thread);
    return;
  }
  @<.Called>@(@<.Passed>@);
}

// What has to hold when the kernel has ended, for each of its threads.
@<with .Template>@@<.>@ @<end>@__global__ void gv2_conditions(@<.Declared>@) {
@<range $i, $c := .Conditions>@  if (@<if not $c.Outcome>@!@<else>@gv2_thread_idx().x + gv2_thread_idx().y + gv2_thread_idx().z + gv2_block_idx().x + gv2_block_idx().y + gv2_block_idx().z == 0 && @<end>@(@<$c.Text>@)) atomicAdd(&gv2_rejected[@<$c.Number>@], 1u);
@<end>@}

static const char *const gv2_texts[] = {"an assertion of the kernel", @<range .Conditions>@@<.Quoted>@, @<end>@};

static double gv2_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// gv2_ended waits until all kernels have ended, at most so many seconds.
static bool gv2_ended(double seconds) {
  double end = gv2_now() + seconds;
  for (int i = 0;; i++) {
    cudaError_t state = cudaStreamQuery(0);
    if (state == cudaSuccess) return true;
    if (state != cudaErrorNotReady) GV2_CUDA(state);
    if (gv2_now() > end) return false;
    if (i > 1000) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

// Memory that a run starts with.
struct gv2_memory {
  std::string name;
  void *device;
  std::vector<char> initial;
};
static std::vector<gv2_memory> gv2_arrays;

template <class T> static void gv2_fill(std::vector<char> &bytes, size_t n, const std::string &how, std::mt19937 &random) {
  if constexpr (std::is_arithmetic_v<T>) {
    for (size_t i = 0; i < n; i++) {
      double value = how == "index" ? (double)i : how == "random" ? random() % 1000 : atof(how.c_str());
      T element = (T)value;
      memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
    }
  }
}

// gv2_array makes the memory behind a pointer.
template <class P> static P gv2_array(const char *name, size_t n, const char *how, std::mt19937 &random) {
  static_assert(std::is_pointer_v<std::remove_cv_t<P>>, "not a pointer");
  using T = std::remove_cv_t<std::remove_pointer_t<P>>;
  gv2_memory m{name, nullptr, std::vector<char>(n * sizeof(T))};
  gv2_fill<T>(m.initial, n, how, random);
  GV2_CUDA(cudaMalloc(&m.device, std::max(m.initial.size(), (size_t)16)));
  gv2_arrays.push_back(m);
  return (P)m.device;
}

// gv2_variables copies variables in device memory: their first values for later, or these back.
template <class T> static void gv2_variable(T &symbol, std::vector<char> &saved) {
  if (saved.empty()) {
    saved.resize(sizeof(T));
    GV2_CUDA(cudaMemcpyFromSymbol(saved.data(), symbol, sizeof(T)));
  } else {
    GV2_CUDA(cudaMemcpyToSymbol(symbol, saved.data(), sizeof(T)));
  }
}
static void gv2_variables() {
  static std::vector<char> saved[@<len .Variables>@ + 1];
@<range $i, $v := .Variables>@  gv2_variable(@<$v>@, saved[@<$i>@]);
@<end>@}

struct gv2_launcher {
  dim3 block = dim3(@<index .Block 0>@, @<index .Block 1>@, @<index .Block 2>@), grid = dim3(@<index .Grid 0>@, @<index .Grid 1>@, @<index .Grid 2>@);
  size_t shared = @<.SharedBytes>@;
  std::vector<void *> arguments;
  int fitting = 0; // blocks on a processor
};

@<with .Template>@@<.>@ @<end>@static cudaError_t gv2_run(gv2_launcher &l, dim3 grid) {
  return GV2_LAUNCH(grid, l.block, l.arguments.data(), l.shared, gv2_stressed@<.Arguments>@);
}

@<with .Template>@@<.>@ @<end>@static cudaError_t gv2_check(gv2_launcher &l) {
  return GV2_LAUNCH(l.grid, l.block, l.arguments.data(), 0, gv2_conditions@<.Arguments>@);
}

@<with .Template>@@<.>@ @<end>@static void gv2_prepare(gv2_launcher &l, std::mt19937 &random) {
@<range .Params>@@<if .Pointer>@  static std::remove_cv_t<@<.Type>@> gv2_of_@<.Name>@ = gv2_array<std::remove_cv_t<@<.Type>@>>("@<.Name>@", @<.Elements>@, "@<.Initial>@", random);
@<else>@  static std::remove_cv_t<@<.Type>@> gv2_of_@<.Name>@ = (std::remove_cv_t<@<.Type>@>)(@<.Value>@);
@<end>@  l.arguments.push_back(&gv2_of_@<.Name>@);
@<end>@  (void)random;
  GV2_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&l.fitting, gv2_stressed@<.Arguments>@, (int)(l.block.x * l.block.y * l.block.z), l.shared));
}

static void gv2_reset() {
  for (gv2_memory &m : gv2_arrays) GV2_CUDA(cudaMemcpy(m.device, m.initial.data(), m.initial.size(), cudaMemcpyHostToDevice));
  gv2_variables();
  unsigned none[sizeof gv2_texts / sizeof *gv2_texts] = {};
  GV2_CUDA(cudaMemcpyToSymbol(gv2_rejected, none, sizeof none));
}

// Whether somebody has asked for an end.
static volatile std::sig_atomic_t gv2_stopped;
static void gv2_stop(int signal) {
  gv2_stopped = 1;
  std::signal(signal, SIG_DFL);
}

int main(int argc, char **argv) {
  std::signal(SIGINT, gv2_stop);
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  gv2_options o{std::vector<std::string>(argv + 1, argv + argc)};
  long runs = o.number("runs", 1000), seconds = o.number("seconds", 3600), timeout = o.number("timeout", 30);
  bool shuffle = o.number("shuffle", 1) != 0;
  unsigned iterations = (unsigned)o.number("iterations", 0);
  gv2_stressor s;
  s.begin(o);
  o.end();
  gv2_launcher l;
  gv2_prepare@<.Arguments>@(l, s.random);
  gv2_variables();
  unsigned blocks = l.grid.x * l.grid.y * l.grid.z, warps = l.block.x * l.block.y * l.block.z / 32;
  s.env.grid[0] = l.grid.x, s.env.grid[1] = l.grid.y, s.env.grid[2] = l.grid.z;
  unsigned resident = (unsigned)l.fitting * s.processors;
  if (resident < blocks)
    printf("note: %u of %u blocks run at a time; if blocks wait for others, they may wait for ever\n", resident, blocks);

  // One run: false if it does not end.
  auto run = [&](unsigned stressing) {
    gv2_reset();
    s.env.on = 1;
    s.env.iterations = iterations;
    s.locations(s.chip.spread);
    s.place(blocks, stressing, warps, shuffle, @<if .Lanes>@true@<else>@false@<end>@);
    s.apply();
    GV2_CUDA(gv2_run@<.Arguments>@(l, dim3(blocks + stressing)));
    if (!gv2_ended((double)timeout)) return false;
    s.env.on = 0;
    s.apply();
    GV2_CUDA(gv2_check@<.Arguments>@(l));
    GV2_CUDA(cudaDeviceSynchronize());
    return true;
  };

  long done = 0, rejected = 0, endless = 0;
  std::vector<long> failed(sizeof gv2_texts / sizeof *gv2_texts);
  auto judge = [&](bool ended) {
    done++;
    if (!ended) {
      endless++;
      return;
    }
    unsigned counts[sizeof gv2_texts / sizeof *gv2_texts];
    GV2_CUDA(cudaMemcpyFromSymbol(counts, gv2_rejected, sizeof counts));
    bool any = false;
    for (size_t i = 0; i < failed.size(); i++)
      if (counts[i]) failed[i]++, any = true;
    rejected += any;
  };

  double began = gv2_now();
  unsigned none = s.env.strategy == gv2_none ? 0 : 1;
  if (none && iterations == 0) { // stress takes 10 times as long as the kernel
    double before = gv2_now();
    judge(run(0));
    double alone = gv2_now() - before;
    for (iterations = 64; !endless && !gv2_stopped && iterations < 1u << 22; iterations *= 2) {
      before = gv2_now();
      judge(run(std::max(1u, blocks / 3)));
      if (gv2_now() - before > 10 * alone) break;
    }
  }
  while (!endless && !gv2_stopped && done < runs && gv2_now() - began < (double)seconds) {
    unsigned stressing = none * s.between(std::max(1u, blocks * 15 / 100), std::max(1u, blocks / 2));
    judge(run(stressing));
  }

  printf("%ld runs, %ld rejected (%.2f %%), %ld did not end\n", done, rejected, 100.0 * rejected / std::max(done, 1l), endless);
  for (size_t i = 0; i < failed.size(); i++)
    if (failed[i]) printf("  %ld: %s\n", failed[i], gv2_texts[i]);
  fflush(stdout);
  std::_Exit(rejected || endless ? 1 : 0); // a kernel that does not end would keep the process
}
