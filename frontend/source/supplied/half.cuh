// The bits of numbers of 16 bits, as cuda_fp16.h and cuda_bf16.h have them. There they are
// aggregates, which the numbers convert to and from.

template <class RAW, class T> struct _gv2_number_of {};

#define _GV2_RAW(RAW, NUMBER, FROM, TO)                                                                \
  struct RAW;                                                                                          \
  template <> struct _gv2_number_of<RAW, NUMBER> { typedef int type; };                                \
  struct RAW {                                                                                         \
    unsigned short x;                                                                                  \
    RAW() = default;                                                                                   \
    constexpr __host__ __device__ RAW(unsigned short bits) : x(bits) {}                                \
    template <class T, class = typename _gv2_number_of<RAW, T>::type> __host__ __device__ RAW(T n) : x(FROM(n)) {} \
    __host__ __device__ operator NUMBER() const { return TO(x); }                                      \
  };
_GV2_RAW(__half_raw, __half, __half_as_ushort, __ushort_as_half)
_GV2_RAW(__nv_bfloat16_raw, __nv_bfloat16, __bfloat16_as_ushort, __ushort_as_bfloat16)
#undef _GV2_RAW

#define _GV2_RAW(RAW, PAIR, FROM, TO)                                        \
  struct alignas(4) RAW {                                                    \
    unsigned short x, y;                                                     \
    RAW() = default;                                                         \
    constexpr __host__ __device__ RAW(unsigned short a, unsigned short b) : x(a), y(b) {} \
    __host__ __device__ RAW(PAIR p) : x(FROM(p.x)), y(FROM(p.y)) {}          \
    __host__ __device__ operator PAIR() const { return PAIR(TO(x), TO(y)); } \
  };
_GV2_RAW(__half2_raw, __half2, __half_as_ushort, __ushort_as_half)
_GV2_RAW(__nv_bfloat162_raw, __nv_bfloat162, __bfloat16_as_ushort, __ushort_as_bfloat16)
#undef _GV2_RAW
