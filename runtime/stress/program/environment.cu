#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

// ---------------------------------------------------------------- the environment, on the device

// What stresses the memory system. Stressing blocks are extra blocks of the grid. They touch the scratchpad only, so that
// the kernel can do nothing that it could not do without them.
enum gv2_strategy { gv2_none, gv2_patches, gv2_random, gv2_cache };

struct gv2_environment {
  unsigned *scratch;       // the scratchpad, and its length in words
  unsigned words;
  const int *block_of;     // for each block of the grid: the block of the kernel that it is, or negative, a stressing block
  const int *warp_of;      // for each whole warp: the warp of the same block that it is
  const int *lane_of;      // for each lane of a block's warps: the lane that it is
  unsigned grid[3];        // gridDim of the kernel
  int on;                  // 0: blocks and threads are what they are
  int strategy, sequence;
  unsigned iterations, seed;
  unsigned spread;         // how many locations are stressed
  unsigned location[64];   // their places in the scratchpad: the first words of patches
};

__device__ gv2_environment gv2_env;

__device__ inline uint3 gv2_at(unsigned linear, unsigned x, unsigned y) {
  return make_uint3(linear % x, linear / x % y, linear / (x * y));
}

// What the kernel sees as threadIdx, blockIdx and gridDim. Threads of a block stay in a block, threads of a warp in a warp.
__device__ inline uint3 gv2_thread_idx() {
  unsigned whole = blockDim.x * blockDim.y * blockDim.z / 32;
  unsigned linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  if (!gv2_env.on || linear / 32 >= whole) return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
  unsigned warp = gv2_env.warp_of[blockIdx.x * whole + linear / 32], lane = gv2_env.lane_of[blockIdx.x * 32 + linear % 32];
  return gv2_at(32 * warp + lane, blockDim.x, blockDim.y);
}

__device__ inline uint3 gv2_block_idx() {
  if (!gv2_env.on) return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
  return gv2_at(gv2_env.block_of[blockIdx.x], gv2_env.grid[0], gv2_env.grid[1]);
}

__device__ inline dim3 gv2_grid_dim() {
  if (!gv2_env.on) return dim3(gridDim.x, gridDim.y, gridDim.z);
  return dim3(gv2_env.grid[0], gv2_env.grid[1], gv2_env.grid[2]);
}

// The access sequences of at most 5 loads and stores. Sequence number (1 << length) - 2 + bits has a store where a bit is
// set, the highest one first.
#define GV2_LOAD kept ^= *p;
#define GV2_STORE *p = kept + i;
#define GV2_SEQUENCE(number, accesses) \
  case number: for (unsigned i = 0; i < n; i++) { accesses } break;
__device__ inline unsigned gv2_accesses(int sequence, volatile unsigned *p, unsigned n) {
  unsigned kept = 0;
  switch (sequence) {
@<range .Sequences>@    GV2_SEQUENCE(@<.Number>@, @<.Accesses>@)
@<end>@  }
  return kept;
}

// The work of thread number id of all stressing threads.
__device__ inline void gv2_stress(unsigned id) {
  unsigned kept = 0, state = gv2_env.seed ^ (id * 2654435761u);
  switch (gv2_env.strategy) {
  case gv2_patches:
    kept = gv2_accesses(gv2_env.sequence, gv2_env.scratch + gv2_env.location[id % gv2_env.spread], gv2_env.iterations);
    break;
  case gv2_random:
    for (unsigned i = 0; i < gv2_env.iterations; i++) {
      state = state * 1664525u + 1013904223u;
      volatile unsigned *p = gv2_env.scratch + (state >> 8) % gv2_env.words;
      if (state >> 31) *p = i; else kept ^= *p;
    }
    break;
  case gv2_cache:
    for (unsigned i = 0; i < gv2_env.iterations; i++) {
      volatile unsigned *p = gv2_env.scratch + (threadIdx.x + i * blockDim.x) % gv2_env.words;
      *p = i;
      kept ^= *p;
    }
    break;
  }
  if (kept == 0x5bd1e995u && gv2_env.seed == 0x5bd1e995u) gv2_env.scratch[0] = kept; // so that loads are not left out
}

// ---------------------------------------------------------------- the environment, on the host

#ifndef GV2_LAUNCH
#define GV2_LAUNCH(grid, block, arguments, shared, ...) cudaLaunchKernel((const void *)(__VA_ARGS__), grid, block, arguments, shared, 0)
#endif
#define GV2_CUDA(...) gv2_checked(__VA_ARGS__, #__VA_ARGS__, __LINE__)
static void gv2_checked(cudaError_t error, const char *call, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(error));
  exit(5);
}

// A row of what tuning found for a chip (Sorensen and Donaldson, PLDI 2016, table 2).
struct gv2_chip {
  const char *name;
  int major; // of the compute capability
  unsigned patch;
  const char *sequence;
  unsigned spread;
};
static const gv2_chip gv2_chips[] = {
@<range .Chips>@    {"@<.Name>@", @<.Major>@, @<.Patch>@, "@<.Sequence>@", @<.Spread>@},
@<end>@};

static int gv2_sequence_number(const std::string &text) {
  int bits = 0, length = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (word != "ld" && word != "st") return -1;
    bits = 2 * bits + (word == "st");
    length++;
  }
  return length < 1 || length > 5 ? -1 : (1 << length) - 2 + bits;
}

static std::string gv2_sequence_text(int number) {
  int length = 1;
  while ((1 << (length + 1)) - 2 <= number) length++;
  int bits = number - ((1 << length) - 2);
  std::string text;
  for (int i = length - 1; i >= 0; i--) text += std::string(text.empty() ? "" : " ") + (bits >> i & 1 ? "st" : "ld");
  return text;
}

// The options of the command line: --name value. A word that nobody asks for is an error.
struct gv2_options {
  std::vector<std::string> words;
  std::string text(const std::string &name, const std::string &otherwise) {
    for (size_t i = 0; i + 1 < words.size(); i++)
      if (words[i] == "--" + name) {
        std::string value = words[i + 1];
        words.erase(words.begin() + i, words.begin() + i + 2);
        return value;
      }
    return otherwise;
  }
  long number(const std::string &name, long otherwise) {
    std::string value = text(name, "");
    if (value.empty()) return otherwise;
    char *end;
    long n = strtol(value.c_str(), &end, 10);
    if (*end || n < 0) fault("--" + name + " " + value + ": not a number");
    return n;
  }
  [[noreturn]] static void fault(const std::string &message) {
    fprintf(stderr, "%s\n", message.c_str());
    exit(4);
  }
  void end() {
    if (!words.empty()) fault("unknown option " + words[0] + "; the comment at the head of the program lists them");
  }
};

struct gv2_stressor {
  gv2_environment env = {};
  gv2_chip chip = {};
  std::mt19937 random;
  unsigned capacity = 0; // how many threads run at once
  int processors = 0;
  unsigned *scratch = nullptr;
  int *tables = nullptr;
  size_t table_length = 0;

  void begin(gv2_options &o) {
    cudaDeviceProp device;
    GV2_CUDA(cudaGetDeviceProperties(&device, 0));
    processors = device.multiProcessorCount;
    capacity = processors * device.maxThreadsPerMultiProcessor;
    random.seed((unsigned)o.number("seed", 1));
    std::string name = o.text("chip", device.name);
    bool tuned = choose(name, device.major);
    chip.patch = (unsigned)o.number("patch", chip.patch);
    std::string sequence = o.text("sequence", chip.sequence);
    chip.spread = (unsigned)o.number("spread", chip.spread);
    if (chip.patch < 1 || chip.spread < 1 || chip.spread > 64) gv2_options::fault("--patch is at least 1, --spread from 1 to 64");
    env.sequence = gv2_sequence_number(sequence);
    if (env.sequence < 0) gv2_options::fault("--sequence \"" + sequence + "\": 1 to 5 of ld and st");
    std::string strategy = o.text("stress", "patches");
    const char *names[] = {"none", "patches", "random", "cache"};
    for (env.strategy = 0; strategy != names[env.strategy];)
      if (++env.strategy == 4) gv2_options::fault("--stress " + strategy + ": none, patches, random or cache");
    env.words = 64 * chip.patch;
    if (env.strategy == gv2_cache) env.words = std::max(1024u, (unsigned)device.l2CacheSize / 4);
    GV2_CUDA(cudaMalloc((void **)&scratch, env.words * sizeof(unsigned)));
    GV2_CUDA(cudaMemset(scratch, 0, env.words * sizeof(unsigned)));
    env.scratch = scratch;
    printf("device %s, stress %s, patch %u words, sequence %s, spread %u (%s)\n", device.name, strategy.c_str(), chip.patch,
           gv2_sequence_text(env.sequence).c_str(), chip.spread, tuned ? "tuned for this chip" : "of a similar chip: tune with gv2 stress --litmus");
  }

  // choose takes the row of a chip by name, else the last one whose architecture is not newer.
  bool choose(const std::string &name, int major) {
    chip = gv2_chips[0];
    for (const gv2_chip &c : gv2_chips)
      if (name.find(c.name) != std::string::npos) {
        chip = c;
        return true;
      }
    for (const gv2_chip &c : gv2_chips)
      if (c.major <= major && c.major >= chip.major) chip = c;
    return false;
  }

  unsigned between(unsigned low, unsigned high) { return std::uniform_int_distribution<unsigned>(low, std::max(low, high))(random); }

  // locations chooses that many patches at random.
  void locations(unsigned spread) {
    std::vector<unsigned> all(64);
    for (unsigned i = 0; i < 64; i++) all[i] = i * chip.patch;
    std::shuffle(all.begin(), all.end(), random);
    env.spread = std::min(spread, 64u);
    std::copy(all.begin(), all.begin() + env.spread, env.location);
  }

  // place says which block of the grid is which block of the kernel, and which warps and lanes are which.
  void place(unsigned blocks, unsigned stressing, unsigned warps, bool shuffle, bool lanes) {
    std::vector<int> t;
    unsigned all = blocks + stressing;
    for (unsigned b = 0; b < all; b++) t.push_back(b < blocks ? (int)b : -1 - (int)(b - blocks));
    if (shuffle) std::shuffle(t.begin(), t.end(), random);
    permutations(t, all, warps, shuffle);
    permutations(t, all, 32, shuffle && lanes);
    if (t.size() > table_length) {
      if (tables) GV2_CUDA(cudaFree(tables));
      table_length = t.size();
      GV2_CUDA(cudaMalloc((void **)&tables, table_length * sizeof(int)));
    }
    GV2_CUDA(cudaMemcpy(tables, t.data(), t.size() * sizeof(int), cudaMemcpyHostToDevice));
    env.block_of = tables;
    env.warp_of = tables + all;
    env.lane_of = tables + all + all * warps;
    env.seed = random();
  }

  void permutations(std::vector<int> &t, unsigned blocks, unsigned n, bool shuffle) {
    for (unsigned b = 0; b < blocks; b++) {
      size_t first = t.size();
      for (unsigned i = 0; i < n; i++) t.push_back((int)i);
      if (shuffle) std::shuffle(t.begin() + first, t.end(), random);
    }
  }

  void apply() { GV2_CUDA(cudaMemcpyToSymbol(gv2_env, &env, sizeof env)); }
};
