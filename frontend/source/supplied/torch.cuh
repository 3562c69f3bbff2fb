// What device code and its launches use of PyTorch's headers: the types of elements and the
// macros that instantiate kernels for them. Tensors are the host's.

namespace c10 {
typedef __c10_half Half;
typedef __c10_bfloat16 BFloat16;
template <class T> using complex = std::complex<T>;

// Conversions yield some value, as those of cuda_fp8.h do.
#define _GV2_FLOAT8(NAME)                                                          \
  struct NAME {                                                                    \
    unsigned char x;                                                               \
    struct from_bits_t {};                                                         \
    static constexpr __host__ __device__ from_bits_t from_bits() { return from_bits_t(); } \
    NAME() = default;                                                              \
    constexpr __host__ __device__ NAME(unsigned char bits, from_bits_t) : x(bits) {} \
    __host__ __device__ NAME(float) : x(__gv2_any<unsigned char>()) {}             \
    __host__ __device__ operator float() const { return __gv2_any<float>(); }      \
    __host__ __device__ bool isnan() const { return __gv2_any<bool>(); }           \
  };
_GV2_FLOAT8(Float8_e4m3fn)
_GV2_FLOAT8(Float8_e4m3fnuz)
_GV2_FLOAT8(Float8_e5m2)
_GV2_FLOAT8(Float8_e5m2fnuz)
#undef _GV2_FLOAT8
}  // namespace c10

namespace std {
template <> struct numeric_limits<c10::Float8_e4m3fn> {
  static constexpr bool is_specialized = true;
  static constexpr __host__ __device__ c10::Float8_e4m3fn max() { return c10::Float8_e4m3fn(0x7e, c10::Float8_e4m3fn::from_bits()); }
};
template <> struct numeric_limits<c10::Float8_e4m3fnuz> {
  static constexpr bool is_specialized = true;
  static constexpr __host__ __device__ c10::Float8_e4m3fnuz max() { return c10::Float8_e4m3fnuz(0x7f, c10::Float8_e4m3fnuz::from_bits()); }
};
}  // namespace std

namespace at {
using c10::BFloat16;
using c10::Float8_e4m3fn;
using c10::Float8_e5m2;
using c10::Half;

// Seed and offset of a generator, which only unpack looks at.
class PhiloxCudaState {
  unsigned long seed_, offset_;
  unsigned offset_intragraph_;
  bool captured_;
};
template <class T> struct _accumulate { typedef T type; };
template <> struct _accumulate<__half> { typedef float type; };
template <> struct _accumulate<__nv_bfloat16> { typedef float type; };
template <> struct _accumulate<c10::Half> { typedef float type; };
template <> struct _accumulate<c10::BFloat16> { typedef float type; };
template <> struct _accumulate<char> { typedef long type; };
template <> struct _accumulate<signed char> { typedef long type; };
template <> struct _accumulate<unsigned char> { typedef long type; };
template <> struct _accumulate<short> { typedef long type; };
template <> struct _accumulate<int> { typedef long type; };
template <class T, bool CUDA> using acc_type = typename _accumulate<T>::type;
template <class T> struct _opmath { typedef T type; };
template <> struct _opmath<__half> { typedef float type; };
template <> struct _opmath<__nv_bfloat16> { typedef float type; };
template <> struct _opmath<c10::Half> { typedef float type; };
template <> struct _opmath<c10::BFloat16> { typedef float type; };
template <class T> using opmath_type = typename _opmath<T>::type;
template <class T> __host__ __device__ T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T> struct numeric_limits {
  static __host__ __device__ T lowest() { return std::numeric_limits<T>::lowest(); }
  static __host__ __device__ T max() { return std::numeric_limits<T>::max(); }
  static __host__ __device__ T lower_bound() { return __gv2_any<T>(); }
  static __host__ __device__ T upper_bound() { return __gv2_any<T>(); }
};
}  // namespace at

namespace at {
namespace cuda {
namespace philox {
inline __device__ std::tuple<unsigned long, unsigned long> unpack(at::PhiloxCudaState) {
  return std::make_tuple(__gv2_any<unsigned long>(), __gv2_any<unsigned long>());
}
}  // namespace philox
template <class T> __host__ __device__ T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
namespace detail {
template <class T, class I> struct TensorInfo {
  T *data;
  I sizes[25];
  I strides[25];
  int dims;
};
template <class T, class I, int D> struct IndexToOffset {
  static __device__ I get(I linear, const TensorInfo<T, I> &info) {
    I offset = 0;
    for (int i = info.dims - 1; i > 0; i--) {
      offset += linear % info.sizes[i] * info.strides[i];
      linear /= info.sizes[i];
    }
    return offset + linear * info.strides[0];
  }
};
}  // namespace detail
}  // namespace cuda
}  // namespace at

template <class T> __device__ T WARP_SHFL(T x, int lane, int width = 32, unsigned mask = 0xffffffff) {
  return __shfl_sync(mask, x, lane, width);
}
template <class T> __device__ T WARP_SHFL_XOR(T x, int lanes, int width = 32, unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, x, lanes, width);
}
template <class T> __device__ T WARP_SHFL_UP(T x, unsigned lanes, int width = 32, unsigned mask = 0xffffffff) {
  return __shfl_up_sync(mask, x, lanes, width);
}
template <class T> __device__ T WARP_SHFL_DOWN(T x, unsigned lanes, int width = 32, unsigned mask = 0xffffffff) {
  return __shfl_down_sync(mask, x, lanes, width);
}
template <class T> __device__ T gpuAtomicAdd(T *p, T x) { return atomicAdd(p, x); }
template <class T> __device__ void gpuAtomicAddNoReturn(T *p, T x) { atomicAdd(p, x); }

#define C10_DEVICE __device__
#define C10_HOST_DEVICE __host__ __device__
#define C10_WARP_SIZE 32
#define C10_RESTRICT __restrict__
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_LAUNCH_BOUNDS __launch_bounds__(256, 4)
#define CUDA_KERNEL_LOOP_TYPE(i, n, T)                                                                      \
  for (long _i_n_d_e_x = (long)blockIdx.x * blockDim.x + threadIdx.x; _i_n_d_e_x < (n);                     \
       _i_n_d_e_x += blockDim.x * gridDim.x)                                                                \
    if (T i = _i_n_d_e_x; true)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

// The element types by their names, for dispatch over some of them.
namespace c10 {
enum class ScalarType { Byte, Char, Short, Int, Long, Half, Float, Double, Bool = 11, BFloat16 = 15 };
template <ScalarType S> struct _scalar { };
template <> struct _scalar<ScalarType::Byte> { typedef unsigned char type; };
template <> struct _scalar<ScalarType::Char> { typedef signed char type; };
template <> struct _scalar<ScalarType::Short> { typedef short type; };
template <> struct _scalar<ScalarType::Int> { typedef int type; };
template <> struct _scalar<ScalarType::Long> { typedef long type; };
template <> struct _scalar<ScalarType::Half> { typedef __c10_half type; };
template <> struct _scalar<ScalarType::Float> { typedef float type; };
template <> struct _scalar<ScalarType::Double> { typedef double type; };
template <> struct _scalar<ScalarType::Bool> { typedef bool type; };
template <> struct _scalar<ScalarType::BFloat16> { typedef __c10_bfloat16 type; };
}  // namespace c10

namespace at {
using c10::ScalarType;
}  // namespace at

namespace torch {
using c10::BFloat16;
using c10::Half;
using c10::ScalarType;
}  // namespace torch

#define AT_DISPATCH_CASE(S, ...) case 0: { using scalar_t = typename c10::_scalar<S>::type; return __VA_ARGS__(); }

// Each dispatch instantiates what it is given for each of its types.
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...) [&] { switch (TYPE) { __VA_ARGS__ } }()
#define _GV2_CASE(T, ...) case 0: { using scalar_t = T; return __VA_ARGS__(); }
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) _GV2_CASE(double, __VA_ARGS__) _GV2_CASE(float, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                           \
  _GV2_CASE(unsigned char, __VA_ARGS__) _GV2_CASE(signed char, __VA_ARGS__) _GV2_CASE(int, __VA_ARGS__) \
  _GV2_CASE(long, __VA_ARGS__) _GV2_CASE(short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define _GV2_HALF(...) _GV2_CASE(__c10_half, __VA_ARGS__)
#define _GV2_BFLOAT16(...) _GV2_CASE(__c10_bfloat16, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) _GV2_HALF(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(A, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) _GV2_HALF(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(A, B, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) _GV2_HALF(__VA_ARGS__) _GV2_BFLOAT16(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, _GV2_HALF(__VA_ARGS__) _GV2_BFLOAT16(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(A, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) _GV2_HALF(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(A, B, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) _GV2_HALF(__VA_ARGS__) _GV2_BFLOAT16(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(A, B, C, TYPE, NAME, ...) AT_DISPATCH_ALL_TYPES_AND2(A, B, TYPE, NAME, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                            \
  [&] {                                                                     \
    switch (TYPE) {                                                         \
      case 0: { using index_t = int; return __VA_ARGS__(); }                \
      case 1: { using index_t = long; return __VA_ARGS__(); }               \
    }                                                                       \
  }()
