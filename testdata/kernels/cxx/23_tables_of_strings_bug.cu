//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Two threads find that they are the first.
struct Rule {
  int stride;
  char name[4];
};
struct Pair {
  int a, b;
  constexpr __device__ Pair(int x) : a(x), b(x + 1) {}
};
constexpr int steps[] = {1, 2};
__constant__ const bool first[4] = {1, 0, 1, 0};
__constant__ const Rule rules[2] = {{steps[0], "one"}, {.stride = 2, .name = "two"}};
__constant__ const char letters[2][4] = {"abc", "de"};
__constant__ const char text[] = "x" "yz";
__constant__ const Pair pairs[] = {0, Pair(3)};
__constant__ const Pair same[1] = {pairs[1]};
__constant__ const float halves[] = {0.5f, 3.0f / 2};
__global__ void fill(int *out, int *flag) {
  int t = threadIdx.x;
  __assert(rules[1].name[1] == 'w' && letters[1][2] == 0 && text[2] == 'z' && sizeof(text) == 4);
  __assert(pairs[0].b == 1 && same[0].a == 3);
  if (t < 4 && first[t])
    flag[0] = t;  // want "write-write race on flag"
  if (halves[0] > 1)
    flag[1] = t;
  out[t * rules[0].stride] = letters[0][1];
  out[64 + t * (rules[1].name[0] - 's')] = t;
}
