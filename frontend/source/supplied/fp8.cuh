// The formats of 8, 6 and 4 bits of cuda_fp8.h, cuda_fp6.h and cuda_fp4.h. What a conversion
// yields is some value: gv2 does not compute with floating point. Sizes and storage are CUDA's.

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };

#define _GV2_STORAGE(NAME)                              \
  typedef unsigned char NAME##_storage_t;               \
  typedef unsigned short NAME##x2_storage_t;            \
  typedef unsigned int NAME##x4_storage_t;
_GV2_STORAGE(__nv_fp8)
_GV2_STORAGE(__nv_fp6)
#undef _GV2_STORAGE
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;

// One number, two and four of a format.
#define _GV2_NUMBER(NAME, STORAGE)                                                        \
  struct NAME {                                                                           \
    STORAGE __x;                                                                          \
    NAME() = default;                                                                     \
    __host__ __device__ explicit NAME(__half) : __x(__gv2_any<STORAGE>()) {}               \
    __host__ __device__ explicit NAME(__nv_bfloat16) : __x(__gv2_any<STORAGE>()) {}        \
    __host__ __device__ explicit NAME(float) : __x(__gv2_any<STORAGE>()) {}                \
    __host__ __device__ explicit NAME(double) : __x(__gv2_any<STORAGE>()) {}               \
    __host__ __device__ explicit NAME(unsigned short) : __x(__gv2_any<STORAGE>()) {}       \
    __host__ __device__ explicit NAME(unsigned int) : __x(__gv2_any<STORAGE>()) {}         \
    __host__ __device__ explicit NAME(unsigned long) : __x(__gv2_any<STORAGE>()) {}        \
    __host__ __device__ explicit NAME(unsigned long long) : __x(__gv2_any<STORAGE>()) {}   \
    __host__ __device__ explicit NAME(short) : __x(__gv2_any<STORAGE>()) {}                \
    __host__ __device__ explicit NAME(int) : __x(__gv2_any<STORAGE>()) {}                  \
    __host__ __device__ explicit NAME(long) : __x(__gv2_any<STORAGE>()) {}                 \
    __host__ __device__ explicit NAME(long long) : __x(__gv2_any<STORAGE>()) {}            \
    __host__ __device__ explicit operator __half() const { return __gv2_any<__half>(); }   \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __gv2_any<__nv_bfloat16>(); } \
    __host__ __device__ explicit operator float() const { return __gv2_any<float>(); }     \
    __host__ __device__ explicit operator double() const { return __gv2_any<double>(); }   \
    __host__ __device__ explicit operator int() const { return __gv2_any<int>(); }         \
    __host__ __device__ explicit operator bool() const { return __gv2_any<bool>(); }       \
  };
_GV2_NUMBER(__nv_fp8_e4m3, __nv_fp8_storage_t)
_GV2_NUMBER(__nv_fp8_e5m2, __nv_fp8_storage_t)
_GV2_NUMBER(__nv_fp8_e8m0, __nv_fp8_storage_t)
_GV2_NUMBER(__nv_fp6_e2m3, __nv_fp6_storage_t)
_GV2_NUMBER(__nv_fp6_e3m2, __nv_fp6_storage_t)
_GV2_NUMBER(__nv_fp4_e2m1, __nv_fp4_storage_t)
#undef _GV2_NUMBER

#define _GV2_PAIR(NAME, STORAGE)                                                          \
  struct NAME {                                                                           \
    STORAGE __x;                                                                          \
    NAME() = default;                                                                     \
    __host__ __device__ explicit NAME(__half2) : __x(__gv2_any<STORAGE>()) {}              \
    __host__ __device__ explicit NAME(__nv_bfloat162) : __x(__gv2_any<STORAGE>()) {}       \
    __host__ __device__ explicit NAME(float2) : __x(__gv2_any<STORAGE>()) {}               \
    __host__ __device__ explicit NAME(double2) : __x(__gv2_any<STORAGE>()) {}              \
    __host__ __device__ explicit operator __half2() const { return __gv2_any<__half2>(); } \
    __host__ __device__ explicit operator float2() const { return __gv2_any<float2>(); }   \
  };
_GV2_PAIR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t)
_GV2_PAIR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t)
_GV2_PAIR(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t)
_GV2_PAIR(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t)
_GV2_PAIR(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t)
_GV2_PAIR(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t)
#undef _GV2_PAIR

#define _GV2_FOUR(NAME, STORAGE)                                                          \
  struct NAME {                                                                           \
    STORAGE __x;                                                                          \
    NAME() = default;                                                                     \
    __host__ __device__ explicit NAME(__half2, __half2) : __x(__gv2_any<STORAGE>()) {}     \
    __host__ __device__ explicit NAME(__nv_bfloat162, __nv_bfloat162) : __x(__gv2_any<STORAGE>()) {} \
    __host__ __device__ explicit NAME(float4) : __x(__gv2_any<STORAGE>()) {}               \
    __host__ __device__ explicit NAME(double4) : __x(__gv2_any<STORAGE>()) {}              \
    __host__ __device__ explicit operator float4() const { return __gv2_any<float4>(); }   \
  };
_GV2_FOUR(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t)
_GV2_FOUR(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t)
_GV2_FOUR(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t)
_GV2_FOUR(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t)
_GV2_FOUR(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t)
_GV2_FOUR(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t)
#undef _GV2_FOUR

#define _GV2_TO(FORMAT)                                                                   \
  inline __host__ __device__ __nv_##FORMAT##_storage_t __nv_cvt_float_to_##FORMAT(float, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##_storage_t>(); } \
  inline __host__ __device__ __nv_##FORMAT##_storage_t __nv_cvt_double_to_##FORMAT(double, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##_storage_t>(); } \
  inline __host__ __device__ __nv_##FORMAT##_storage_t __nv_cvt_halfraw_to_##FORMAT(__half_raw, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##_storage_t>(); } \
  inline __host__ __device__ __nv_##FORMAT##_storage_t __nv_cvt_bfloat16raw_to_##FORMAT(__nv_bfloat16_raw, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##_storage_t>(); } \
  inline __host__ __device__ __nv_##FORMAT##x2_storage_t __nv_cvt_float2_to_##FORMAT##x2(float2, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##x2_storage_t>(); } \
  inline __host__ __device__ __nv_##FORMAT##x2_storage_t __nv_cvt_halfraw2_to_##FORMAT##x2(__half2_raw, __nv_saturation_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__nv_##FORMAT##x2_storage_t>(); } \
  inline __host__ __device__ __half_raw __nv_cvt_##FORMAT##_to_halfraw(__nv_##FORMAT##_storage_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__half_raw>(); } \
  inline __host__ __device__ __half2_raw __nv_cvt_##FORMAT##x2_to_halfraw2(__nv_##FORMAT##x2_storage_t, __nv_##FORMAT##_interpretation_t) { return __gv2_any<__half2_raw>(); }
_GV2_TO(fp8)
_GV2_TO(fp6)
#undef _GV2_TO
