// @<.Text.Title>@
//
// Written by gv2 stress --litmus. It finds how to stress the memory system of a chip (Sorensen and Donaldson, "Exposing
// Errors Related to Weak Memory in GPU Applications", PLDI 2016, section 3): first how many words make a patch, whose
// locations have the same effect; then which sequence of accesses shows the most weak behaviours of the litmus tests
// @<.Text.Tests>@; then how many patches to stress at a time. All with the counts of the paper take a day.
//
// @<.Text.NoGPU>@
//
//     nvcc -std=c++17 -O3 -arch=native FILE -o tune && ./tune
//
//     --distances 256 --locations 256 --executions 1000 --noise 3 --max-length 5 --max-spread 64
//     --iterations 1000  of a stressing thread
//     --patch N          leaves out the search for it, --sequence "ld st" that for a sequence
//     --seed 1
//
// Exit code: 0 when all is found, 2 when something is not, 4 for a wrong command line, 5 if CUDA fails.
@<.Environment>@
// ---------------------------------------------------------------- the litmus tests

// A test has two threads in different blocks and two locations, x and y, at some distance.
enum gv2_test { @<range .Tests>@gv2_@<.Enum>@, @<end>@gv2_tests };
static const char *const gv2_names[] = {@<range .Tests>@"@<.Name>@", @<end>@};

__global__ void gv2_litmus(int test, volatile int *x, volatile int *y, int *r) {
  int block = gv2_env.block_of[blockIdx.x];
  if (block < 0) {
    gv2_stress((unsigned)(-1 - block) * blockDim.x + threadIdx.x);
    return;
  }
  if (threadIdx.x != 0) return;
  switch (2 * test + block) {
@<range .Tests>@  case 2 * gv2_@<.Enum>@: { @<.First>@ break; }
  case 2 * gv2_@<.Enum>@ + 1: { @<.Second>@ break; }
@<end>@  }
}

// gv2_weak is what no interleaving of the threads gives; x and y are final values.
static bool gv2_weak(int test, int x, int y, const int *r) {
  (void)x, (void)y;
  switch (test) {
@<range .Tests>@  case gv2_@<.Enum>@: return @<.Weak>@;
@<end>@  }
  return false;
}

struct gv2_tuner {
  gv2_stressor s;
  unsigned distances, places, executions, noise, length, spreads;
  int *memory = nullptr;
  static const unsigned threads = 128;

  void allocate() { GV2_CUDA(cudaMalloc((void **)&memory, (distances + 4) * sizeof(int))); }

  // run counts the weak behaviours of executions of a test, whose locations have so many words between them.
  unsigned run(int test, unsigned distance, void (*locations)(gv2_tuner &, unsigned), unsigned at) {
    unsigned weak = 0;
    unsigned most = std::max(1u, s.capacity / threads);
    for (unsigned i = 0; i < executions; i++) {
      locations(*this, at);
      GV2_CUDA(cudaMemset(memory, 0, (distances + 4) * sizeof(int)));
      unsigned stressing = std::max(s.between(most / 2, most), 3u) - 2; // at least one
      stressing = std::max(stressing, (s.env.spread + threads - 1) / threads);
      s.place(2, stressing, threads / 32, true, true);
      s.env.on = 1;
      s.env.strategy = gv2_patches;
      s.apply();
      int *x = memory + 2, *y = x + distance + 1, *r = memory;
      volatile int *vx = x, *vy = y;
      void *arguments[] = {&test, &vx, &vy, &r};
      GV2_CUDA(GV2_LAUNCH(dim3(2 + stressing), dim3(threads), arguments, 0, gv2_litmus));
      GV2_CUDA(cudaDeviceSynchronize());
      std::vector<int> after(distances + 4);
      GV2_CUDA(cudaMemcpy(after.data(), memory, after.size() * sizeof(int), cudaMemcpyDeviceToHost));
      weak += gv2_weak(test, after[2], after[3 + distance], after.data());
    }
    return weak;
  }

  static void one(gv2_tuner &t, unsigned location) { t.s.env.spread = 1, t.s.env.location[0] = location; }
  static void some(gv2_tuner &t, unsigned spread) { t.s.locations(spread); }

  // patch is the critical patch size: the size of which there are the most patches, for all tests. 0 if there is none.
  unsigned patch() {
    std::vector<std::vector<unsigned>> count(gv2_tests, std::vector<unsigned>(places + 1));
    s.env.sequence = gv2_sequence_number("st ld");
    s.env.words = std::max(s.env.words, places);
    for (int test = 0; test < gv2_tests; test++)
      for (unsigned d = 0; d < distances; d++) {
        unsigned size = 0;
        for (unsigned l = 0; l < places; l++) {
          bool shows = run(test, d, one, l) > noise;
          size = shows ? size + 1 : 0;
          // A patch ends in front of a location without, or with the last location.
          if (size) count[test][size]++;
          if (size > 1) count[test][size - 1]--;
        }
      }
    unsigned agreed = 0;
    bool all = true;
    for (int test = 0; test < gv2_tests; test++) {
      unsigned best = (unsigned)(std::max_element(count[test].begin(), count[test].end()) - count[test].begin());
      printf("patch   %-4s %u words (%u patches)\n", gv2_names[test], best, count[test][best]);
      all = all && best > 0 && (agreed == 0 || agreed == best);
      agreed = best;
    }
    return all ? agreed : 0;
  }

  // best is a candidate that no other one beats for all tests, by ties the one that wins most tests; -1 if nothing shows.
  int best(const char *what, const std::vector<std::vector<unsigned>> &score, const std::vector<std::string> &names) {
    int chosen = -1, won = -1;
    for (int test = 0; test < gv2_tests; test++) {
      std::vector<int> rank(names.size());
      for (size_t i = 0; i < rank.size(); i++) rank[i] = (int)i;
      std::stable_sort(rank.begin(), rank.end(), [&](int a, int b) { return score[a][test] > score[b][test]; });
      for (size_t i = 0; i < rank.size(); i++)
        if (i < 3 || i + 3 >= rank.size()) printf("%-7s %-4s rank %zu: %-16s %u\n", what, gv2_names[test], i + 1, names[rank[i]].c_str(), score[rank[i]][test]);
    }
    auto optimal = [&](size_t i) {
      for (size_t j = 0; j < names.size(); j++) {
        bool better = true;
        for (int test = 0; test < gv2_tests; test++) better = better && score[j][test] > score[i][test];
        if (better) return false;
      }
      return true;
    };
    for (size_t i = 0; i < names.size(); i++) {
      unsigned sum = 0;
      int wins = 0; // against the other optimal ones
      for (int test = 0; test < gv2_tests; test++) sum += score[i][test];
      if (sum == 0 || !optimal(i)) continue;
      for (size_t j = 0; j < names.size(); j++) {
        int more = 0;
        for (int test = 0; test < gv2_tests; test++) more += score[i][test] > score[j][test];
        wins += 2 * more > gv2_tests && optimal(j);
      }
      if (wins > won) chosen = (int)i, won = wins;
    }
    return chosen;
  }

  int sequence() {
    std::vector<std::vector<unsigned>> score;
    std::vector<std::string> names;
    for (int n = 0; n < (2 << length) - 2; n++) {
      s.env.sequence = n;
      names.push_back(gv2_sequence_text(n));
      score.emplace_back(gv2_tests);
      for (int test = 0; test < gv2_tests; test++)
        for (unsigned d = 0; d < distances; d++)
          for (unsigned l = 0; l < places; l += s.chip.patch) score[n][test] += run(test, d, one, l);
    }
    return best("access", score, names);
  }

  int spread() {
    std::vector<std::vector<unsigned>> score;
    std::vector<std::string> names;
    for (unsigned m = 1; m <= spreads; m++) {
      names.push_back(std::to_string(m));
      score.emplace_back(gv2_tests);
      for (int test = 0; test < gv2_tests; test++)
        for (unsigned d = 0; d < distances; d++) score[m - 1][test] += run(test, d, some, m);
    }
    int i = best("spread", score, names);
    return i < 0 ? -1 : i + 1;
  }
};

int main(int argc, char **argv) {
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // what it has found stays there when it is stopped
  gv2_options o{std::vector<std::string>(argv + 1, argv + argc)};
  gv2_tuner t;
  t.distances = (unsigned)o.number("distances", 256);
  t.places = (unsigned)o.number("locations", 256);
  t.executions = (unsigned)o.number("executions", 1000);
  t.noise = (unsigned)o.number("noise", 3);
  t.length = (unsigned)std::min(5l, std::max(1l, o.number("max-length", 5)));
  t.spreads = (unsigned)std::min(64l, std::max(1l, o.number("max-spread", 64)));
  unsigned iterations = (unsigned)o.number("iterations", 1000);
  gv2_options given = o;
  bool fixed = !given.text("patch", "").empty(), sequenced = !given.text("sequence", "").empty();
  t.s.begin(o);
  o.end();
  if (t.s.env.words < t.places) gv2_options::fault("--locations is at most 64 patches");
  t.s.env.iterations = iterations;
  t.allocate();
  int chosen = t.s.env.sequence;
  bool found = true;
  if (!fixed) {
    unsigned patch = t.patch();
    if (patch > 0) t.s.chip.patch = patch;
    else found = false, printf("patch: the tests do not agree on a size; going on with %u, or give --patch N\n", t.s.chip.patch);
  }
  if (!sequenced) {
    int best = t.sequence();
    if (best >= 0) chosen = best;
    else found = false, printf("access: no sequence shows weak behaviours\n");
  }
  t.s.env.sequence = chosen;
  int spread = t.spread();
  if (spread < 0) found = false, printf("spread: no weak behaviours\n"), spread = (int)t.s.chip.spread;
  printf("%s: --patch %u --sequence \"%s\" --spread %d\n", found ? "tuned" : "not tuned", t.s.chip.patch, gv2_sequence_text(chosen).c_str(), spread);
  return found ? 0 : 2;
}
