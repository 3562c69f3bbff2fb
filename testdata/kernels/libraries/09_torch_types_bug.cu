//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Element types and shuffles of PyTorch's headers, which are not there. The results are of another type than they seem.
#include <ATen/AccumulateType.h>
#include <ATen/cuda/DeviceUtils.cuh>
#include <c10/util/Half.h>

template <class T> struct stride { static constexpr int value = 1; };
template <> struct stride<float> { static constexpr int value = 2; };

C10_LAUNCH_BOUNDS_1(64) __global__ void k(at::Half *out, const c10::Half *in, float *sum) {
  using acc = at::acc_type<at::Half, true>;
  acc x = static_cast<acc>(in[threadIdx.x]);
  for (int lanes = 16; lanes > 0; lanes /= 2) x += WARP_SHFL_XOR(x, lanes);
  if (threadIdx.x % 32 == 0) gpuAtomicAdd(sum, x);
  out[threadIdx.x * stride<at::Half>::value + 1] = in[threadIdx.x]; // want "race on out"
  out[threadIdx.x * stride<acc>::value] = in[threadIdx.x]; // want "race"
}
