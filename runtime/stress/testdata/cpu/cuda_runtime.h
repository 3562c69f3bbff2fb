// The part of CUDA that programs of gv2 stress use, on a CPU, for tests of these programs: each block is a thread of the
// operating system, its threads take turns within it. They do so at barriers, fences and atomics, so that a
// plain loop that waits for a thread of the same block does not end. No dynamic shared memory.
#pragma once
#include <ucontext.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static thread_local

struct uint3 { unsigned x, y, z; };
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return uint3{x, y, z}; }
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

static thread_local uint3 threadIdx, blockIdx;
static thread_local dim3 blockDim, gridDim;

namespace cpu {
struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  uint3 index;
  bool done = false;
  unsigned long waits = 0; // the barrier that it waits for, by number; 0 for none
};
struct Block {
  std::vector<Fiber> fibers;
  ucontext_t scheduler;
  size_t current = 0;
  unsigned long barrier = 0;
  std::function<void()> body;
};
static thread_local Block *block;
static std::atomic<int> running{0};

inline void yield() {
  if (block) swapcontext(&block->fibers[block->current].context, &block->scheduler);
}
inline void enter() {
  block->body();
  block->fibers[block->current].done = true;
  yield();
}
inline void run(Block &b) {
  block = &b;
  const size_t stack = 128 << 10;
  for (Fiber &f : b.fibers) {
    getcontext(&f.context);
    f.stack.reset(new char[stack]);
    f.context.uc_stack.ss_sp = f.stack.get();
    f.context.uc_stack.ss_size = stack;
    f.context.uc_link = nullptr;
    makecontext(&f.context, enter, 0);
  }
  for (bool left = true; left;) {
    left = false;
    bool moved = false;
    for (size_t i = 0; i < b.fibers.size(); i++) {
      Fiber &f = b.fibers[i];
      if (f.done) continue;
      left = true;
      if (f.waits > b.barrier) continue;
      moved = true;
      b.current = i, threadIdx = f.index;
      swapcontext(&b.scheduler, &f.context);
    }
    if (left && !moved) b.barrier++; // all that have not ended wait for it
  }
}
} // namespace cpu

inline void __syncthreads() {
  cpu::block->fibers[cpu::block->current].waits = cpu::block->barrier + 1;
  cpu::yield();
}
inline void __syncwarp(unsigned = 0xffffffffu) { __syncthreads(); }
inline void __threadfence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  cpu::yield();
}
inline void __threadfence_block() { __threadfence(); }
inline void __threadfence_system() { __threadfence(); }
inline void __nanosleep(unsigned) { cpu::yield(); }

template <class T, class F> T updated(T *p, F f) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "");
  T old = *p, next;
  do next = f(old);
  while (!__atomic_compare_exchange(p, &old, &next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  cpu::yield();
  return old;
}
template <class T> struct same { using type = T; };
template <class T> T atomicAdd(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return (T)(old + v); }); }
template <class T> T atomicSub(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return (T)(old - v); }); }
template <class T> T atomicExch(T *p, typename same<T>::type v) { return updated(p, [=](T) { return v; }); }
template <class T> T atomicMin(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return old < v ? old : v; }); }
template <class T> T atomicMax(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return old > v ? old : v; }); }
template <class T> T atomicAnd(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return (T)(old & v); }); }
template <class T> T atomicOr(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return (T)(old | v); }); }
template <class T> T atomicXor(T *p, typename same<T>::type v) { return updated(p, [=](T old) { return (T)(old ^ v); }); }
template <class T> T atomicCAS(T *p, typename same<T>::type a, typename same<T>::type b) {
  return updated(p, [=](T old) { return old == a ? b : old; });
}
inline unsigned atomicInc(unsigned *p, unsigned v) { return updated(p, [=](unsigned old) { return old >= v ? 0 : old + 1; }); }
inline unsigned atomicDec(unsigned *p, unsigned v) { return updated(p, [=](unsigned old) { return old == 0 || old > v ? v : old - 1; }); }

enum cudaError_t { cudaSuccess, cudaErrorNotReady };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
using cudaStream_t = void *;
struct cudaDeviceProp {
  char name[256];
  int major, multiProcessorCount, maxThreadsPerMultiProcessor, l2CacheSize;
};
inline const char *cudaGetErrorString(cudaError_t) { return "error"; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
  *p = {"CPU", 7, 2, 256, 1 << 14};
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() {
  while (cpu::running) std::this_thread::yield();
  return cudaSuccess;
}
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cpu::running ? cudaErrorNotReady : cudaSuccess; }
inline cudaError_t cudaMalloc(void **p, size_t n) { return *p = malloc(n), cudaSuccess; }
inline cudaError_t cudaFree(void *p) { return free(p), cudaSuccess; }
inline cudaError_t cudaMemset(void *p, int v, size_t n) { return memset(p, v, n), cudaSuccess; }
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind) { return memcpy(to, from, n), cudaSuccess; }
template <class T> cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t n) { return memcpy((void *)&symbol, from, n), cudaSuccess; }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n) { return memcpy(to, (const void *)&symbol, n), cudaSuccess; }
template <class F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F, int, size_t) { return *n = 32, cudaSuccess; }

// What a program launches by its address alone, with the types of the parameters.
#define GV2_LAUNCH(grid, block, arguments, shared, ...) cpu::launch(__VA_ARGS__, grid, block, arguments)
namespace cpu {
template <class... A> cudaError_t launch(void (*kernel)(A...), dim3 grid, dim3 dim, void **args) {
  auto all = std::make_shared<std::tuple<std::remove_cv_t<A>...>>();
  size_t i = 0;
  std::apply([&](auto &...a) { ((a = *(std::remove_reference_t<decltype(a)> *)args[i++]), ...); }, *all);
  unsigned blocks = grid.x * grid.y * grid.z, threads = dim.x * dim.y * dim.z;
  cpu::running += (int)blocks;
  for (unsigned b = 0; b < blocks; b++)
    std::thread([=] {
      blockIdx = make_uint3(b % grid.x, b / grid.x % grid.y, b / (grid.x * grid.y));
      blockDim = dim, gridDim = grid;
      cpu::Block one;
      one.body = [&] { std::apply(kernel, *all); };
      one.fibers.resize(threads);
      for (unsigned t = 0; t < threads; t++) one.fibers[t].index = make_uint3(t % dim.x, t / dim.x % dim.y, t / (dim.x * dim.y));
      cpu::run(one);
      cpu::running--;
    }).detach();
  return cudaSuccess;
}
} // namespace cpu
