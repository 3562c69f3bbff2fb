namespace a { namespace b { __device__ int f(int); typedef float real; } inline namespace c { __device__ void g() {} } }
namespace { __device__ int hidden = 4; }
using namespace a::b;
using a::b::f;
using Fn = int (*)(int, float);
typedef void (*Handler)(int *p);
extern "C" { __global__ void ck(int *p) { real r = 3; r = (real)p[0]; } int plain(void); }
extern "C" __global__ void ck2(int *p, ...) {}
__device__ const int lut[2][3] = {{1, 2, 3}, {4, 5, 6}};
static __device__ __constant__ unsigned long long big = 0xFFFFFFFFFFFFFFFFULL;
__device__ volatile int counter, *ptr = &counter;
const int CN = 64; static const float PI = 3.14f; constexpr int CE = CN * 2;
__device__ __forceinline__ auto tr(int a) -> float { return a; }
__device__ int (*table[2])(int);
__device__ void a_b(int (*cb)(int), float m[4][4], const char *s = "x", int = 3);
__host__ __device__ inline static unsigned char uc(unsigned char c) { return c; }
__global__ void __cluster_dims__(2,1,1) __launch_bounds__(128, 2) kk(const __grid_constant__ Pair p) { }
[[nodiscard]] __device__ int nd() { return 1; }
__attribute__((noinline)) __device__ int ni() { return 1; }
int x1{4};
dim3 gdim(4, 5);
static_assert(sizeof(int) == 4, "x");
void B::nothere() { this->x = 1; }
int Vec<float>::foo(int a) { return 1; }
auto lam = [](int a) { return a; };
static std::map<int, std::vector<int>> mm = {{1, {2}}};
__device__ int late(int half, float2 uint2_) { int dim3 = half * 2; return half * dim3; }
#define CHECK(x) do { if (x) exit(1); } while (0)
int host(int argc, char **argv) { CHECK(cudaMalloc(&p, 4)); kernel<<<dim3(1), 2, 3, s>>>(a); return 0; }
