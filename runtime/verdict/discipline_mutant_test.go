package verdict

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/discipline"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/memory"
	"gv2/runtime/memory/judge"
	"gv2/runtime/prove"
	"gv2/runtime/solver"
)

// synchronised are kernels whose threads synchronise through memory, a statement a line; the
// discipline proves all of them.
var synchronised = map[string]string{
	"readers and writers": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"blocks that read together": `
__device__ int lock, data[2];
__global__ void k(int *out, int n) {
  if (threadIdx.x == 0 && blockIdx.x == n) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    data[1] = 3;
    __threadfence();
    atomicExch(&lock, 0);
  } else if (threadIdx.x == 0) {
    while (true) {
      int seen = *(volatile int *)&lock;
      if (seen >= 0) {
        if (atomicCAS(&lock, seen, seen + 1) == seen) break;
      }
    }
    __threadfence();
    out[blockIdx.x] = data[0] + data[1];
    __threadfence();
    atomicAdd(&lock, -1);
  }
}`,
	"a thread that comes first prepares": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      data = 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"a block that comes first prepares, and tells nobody else": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  __shared__ int copy;
  if (threadIdx.x == 0) {
    int seen = *(volatile int *)&ready;
    if (!seen) {
      while (atomicCAS(&mutex, 0, 1) != 0) {}
      __threadfence();
      if (*(volatile int *)&ready == 0) {
        data = 1;
        __threadfence();
        *(volatile int *)&ready = 1;
      }
      __threadfence();
      atomicExch(&mutex, 0);
    }
    __threadfence();
    copy = data;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = copy;
}`,
	"turns of blocks": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (*(volatile int *)&turn != b) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 1) data = data + in[b];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *(volatile int *)&turn = b + 1;
  }
}`,
	"the first turn does not wait": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (b > 0 && threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) != b) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 1) data = data + in[b];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&turn, b + 1);
}`,
	"a block of the first turn does not meet": `
__device__ int turn[2], data[2];
__global__ void k(const int *in) {
  int b = blockIdx.x / 2, s = blockIdx.x % 2;
  if (s != 0) {
    if (threadIdx.x == 0) {
      while (atomicAdd(&turn[b], 0) != s) {}
      __threadfence();
    }
    __syncthreads();
  }
  if (threadIdx.x == 1) data[b] = data[b] + in[s];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&turn[b], s == 1 ? 0 : s + 1);
  }
}`,
	"a turn that has come": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int seen;
  do {
    seen = *(volatile int *)&turn;
  } while (seen < i);
  __threadfence();
  data = data + in[i];
  __threadfence();
  *(volatile int *)&turn = i + 1;
}`,
	"a turn that has come, but for the first": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int i = blockIdx.x;
  if (threadIdx.x == 0) {
    if (i != 0) {
      while (i > atomicAdd(&turn, 0)) {}
    }
    __threadfence();
    data = data + in[i];
    __threadfence();
    atomicAdd(&turn, 1);
  }
}`,
	"turns of threads": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int seen;
  do {
    seen = atomicAdd(&turn, 0);
  } while (seen != i);
  __threadfence();
  data = data + in[i];
  __threadfence();
  atomicExch(&turn, i + 1);
}`,
	"turns that a block votes on": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x, seen = -1;
  while (__syncthreads_and(seen != b)) {
    if (threadIdx.x == 0) seen = atomicAdd(&turn, 0);
  }
  __threadfence();
  if (threadIdx.x == 1) data = data + in[b];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&turn, 1);
  }
}`,
	"turns of units in a loop": `
__device__ int turns[2], data[2];
__global__ void k(const int *in) {
  for (int unit = blockIdx.x; unit < 4; unit += gridDim.x) {
    int tile = unit / 2, slice = unit % 2;
    if (threadIdx.x == 0) {
      while (*(volatile int *)&turns[tile] != slice) {}
      __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 1) data[tile] = data[tile] + in[unit];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *(volatile int *)&turns[tile] = slice + 1;
    }
  }
}`,
	"a signal that is taken back": `
__device__ int ready, data;
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data = 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (atomicCAS(&ready, 1, 0) != 1) {}
      __threadfence();
      data = data + 1;
    }
  }
}`,
	"a spin lock": `
__device__ int mutex, data;
__global__ void k(const int *in) {
  while (atomicCAS(&mutex, 0, 1) != 0) {}
  __threadfence();
  data = data + in[0];
  __threadfence();
  atomicExch(&mutex, 0);
}`,
	"a lock that is tried": `
__device__ int mutex, data;
__global__ void k(const int *in) {
  bool done = false;
  while (!done) {
    if (atomicExch(&mutex, 1) == 0) {
      __threadfence();
      data = data + in[0];
      __threadfence();
      atomicExch(&mutex, 0);
      done = true;
    }
  }
}`,
	"a lock beside its data": `
struct Bucket { int lock, sum; };
__device__ Bucket buckets[2];
__global__ void k(const int *in) {
  Bucket *b = &buckets[in[threadIdx.x] & 1];
  while (atomicCAS(&b->lock, 0, 1) != 0) {}
  __threadfence();
  b->sum = b->sum + 1;
  __threadfence();
  atomicExch(&b->lock, 0);
}`,
	"a semaphore of one permit": `
__device__ int permits = 1, data;
__global__ void k(const int *in) {
  int seen;
  do {
    seen = *(volatile int *)&permits;
  } while (seen < 1 || atomicCAS(&permits, seen, seen - 1) != seen);
  __threadfence();
  data = data + in[0];
  __threadfence();
  atomicAdd(&permits, 1);
}`,
	"a permit that is counted down": `
__device__ int permits = 1, data;
__global__ void k(const int *in) {
  if (atomicSub(&permits, 1) > 0) {
    __threadfence();
    data = data + in[0];
    __threadfence();
  }
  atomicAdd(&permits, 1);
}`,
	"a look before it is tried": `
__device__ int mutex, data;
__global__ void k(const int *in) {
  if (*(volatile int *)&mutex == 0 && atomicCAS(&mutex, 0, 1) == 0) {
    __threadfence();
    data = data + in[0];
    __threadfence();
    atomicExch(&mutex, 0);
  }
}`,
	"locks of a struct": `
struct Table { int locks[8], sums[8]; }; // an index outside of them would be a fault of its own
__device__ Table table;
__global__ void k(const int *in) {
  int i = (threadIdx.x + blockIdx.x) & 1;
  while (atomicCAS(&table.locks[i], 0, 1) != 0) {}
  __threadfence();
  table.sums[i] = table.sums[i] + 1;
  __threadfence();
  atomicExch(&table.locks[i], 0);
}`,
	"tickets that are members": `
struct Turn { int next, now; };
__device__ Turn turn;
__device__ int data;
__global__ void k(const int *in) {
  int my = atomicAdd(&turn.next, 1);
  while (atomicAdd(&turn.now, 0) != my) {}
  __threadfence();
  data = data + in[0];
  __threadfence();
  atomicAdd(&turn.now, 1);
}`,
	"two words of one array": `
__device__ int sync[2], data, more[2];
__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    more[blockIdx.x] = 1;
    __threadfence();
    if (atomicAdd(&sync[0], 1) == gridDim.x - 1) {
      __threadfence();
      data = more[0] + more[1];
      __threadfence();
      atomicExch(&sync[1], 1);
    }
    if (blockIdx.x == 0) {
      while (atomicAdd(&sync[1], 0) == 0) {}
      __threadfence();
      out[0] = data;
    }
  }
}`,
	"a lock of each bucket": `
__device__ int locks[2], sum[2];
__global__ void k(const int *in) {
  int b = in[threadIdx.x] & 1;
  while (atomicCAS(&locks[b], 0, 1) != 0) {}
  __threadfence();
  sum[b] = sum[b] + 1;
  __threadfence();
  atomicExch(&locks[b], 0);
}`,
	"a lock of the block": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  data[threadIdx.x] = data[threadIdx.x] + in[0];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}`,
	"a lock in shared memory": `
__global__ void k(const int *in, int *out) {
  __shared__ int mutex, data;
  if (threadIdx.x == 0) {
    mutex = 0;
    data = 0;
  }
  __syncthreads();
  while (atomicCAS(&mutex, 0, 1) != 0) {}
  __threadfence_block();
  data = data + in[0];
  __threadfence_block();
  atomicExch(&mutex, 0);
  __syncthreads();
  out[blockIdx.x * 2 + threadIdx.x] = data;
}`,
	"a lock by tickets": `
__device__ int next, data;
__device__ volatile int serving;
__global__ void k(const int *in) {
  if (threadIdx.x != 0) return;
  int my = atomicAdd(&next, 1);
  while (serving != my) {}
  __threadfence();
  data = data + in[0];
  __threadfence();
  serving = my + 1;
}`,
	"the last block, told by shared memory": `
__device__ unsigned count;
__device__ int part[4];
__global__ void k(const int *in, int *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 2 + t] = in[t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    last = atomicAdd(&count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    out[t] = part[t] + part[2 + t];
  }
}`,
	"the last thread, which sets the counter back": `
__device__ unsigned count;
__device__ int part[4];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  unsigned ticket = atomicAdd(&count, 1);
  __threadfence();
  if (ticket == gridDim.x - 1) {
    out[0] = part[0] + part[1];
    count = 0;
  }
}`,
	"the last thread": `
__device__ unsigned count;
__device__ int part[4];
__global__ void k(const int *in, int *out) {
  int i = blockIdx.x * 2 + threadIdx.x;
  part[i] = in[i];
  __threadfence();
  unsigned ticket = atomicInc(&count, 3);
  __threadfence();
  if (ticket == gridDim.x * blockDim.x - 1) {
    out[0] = part[0] + part[1] + part[2] + part[3];
  }
}`,
	"a barrier of the grid": `
__device__ int x[4], arrived;
__global__ void k(int *out) {
  int t = threadIdx.x;
  x[blockIdx.x * 2 + t] = t;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile int *)&arrived < gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * 2 + t] = x[(1 - blockIdx.x) * 2 + t];
}`,
	"a barrier of the grid in two rounds": `
__device__ int x[2], y[2], arrived;
__global__ void k(int *out) {
  if (threadIdx.x == 1) x[blockIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile int *)&arrived < 2) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 1) y[blockIdx.x] = x[1 - blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile int *)&arrived < 2 * gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * 2 + threadIdx.x] = y[1 - blockIdx.x];
}`,
	"a flag": `
__device__ int data;
__device__ volatile int ready;
__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    ready = 1;
  } else {
    while (ready == 0) {}
    __threadfence();
    out[0] = data;
  }
}`,
	"a flag that one thread waits for": `
__device__ int data[2];
__device__ volatile int ready;
__global__ void k(int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      ready = 1;
    }
  } else {
    if (t == 0) {
      while (ready == 0) {}
      __threadfence();
    }
    __syncthreads();
    out[t] = data[1 - t];
  }
}`,
	"a flag of each block": `
__device__ int prefix[2];
__device__ volatile int status[2];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, before = 0;
  if (b > 0) {
    while (status[b - 1] == 0) {}
    __threadfence();
    before = prefix[b - 1];
  }
  prefix[b] = before + in[b];
  __threadfence();
  status[b] = 1;
  out[b] = before;
}`,
	"what the last block does next": `
__device__ unsigned count;
__device__ int part[4], sum[2];
__device__ volatile int done;
__global__ void k(const int *in, int *out) {
  __shared__ bool last;
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0) part[b] = in[b];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    unsigned my = atomicAdd(&count, 1);
    last = my == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    sum[t] = part[t];
    __syncthreads();
    if (t == 0) {
      __threadfence();
      done = 1;
    }
  } else {
    if (t == 0) {
      while (done == 0) {}
      __threadfence();
    }
    __syncthreads();
    out[2 * b + t] = sum[1 - t];
  }
}`,
	"a lock by compare_exchange": `
#include <cuda/atomic>
__device__ int mutex, data;
__global__ void k(const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected;
  do {
    expected = 0;
  } while (!lock.compare_exchange_strong(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed));
  data = data + in[0];
  lock.store(0, cuda::memory_order_release);
}`,
	"a lock by compare_exchange that is tried": `
#include <cuda/atomic>
__device__ int mutex, data;
__global__ void k(const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected = 0;
  if (lock.compare_exchange_strong(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) {
    data = data + in[0];
    lock.store(0, cuda::memory_order_release);
  }
}`,
	"a lock of the block, with the fences of all threads": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  int t = threadIdx.x;
  if (t == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
  }
  __syncthreads();
  __threadfence();
  data[t] = data[t] + in[0];
  __threadfence();
  __syncthreads();
  if (t == 0) {
    atomicExch(&mutex, 0);
  }
}`,
	"the last block, with the fences of all threads": `
__device__ unsigned count;
__device__ int part[4];
__global__ void k(const int *in, int *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 2 + t] = in[t];
  __threadfence();
  __syncthreads();
  if (t == 0) {
    last = atomicAdd(&count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    out[t] = part[t] + part[2 + t];
  }
}`,
	"a flag, with the fences of all threads": `
__device__ int data[2];
__device__ volatile int ready;
__global__ void k(int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __threadfence();
    __syncthreads();
    if (t == 0) {
      ready = 1;
    }
  } else {
    if (t == 0) {
      while (ready == 0) {}
    }
    __syncthreads();
    __threadfence();
    out[t] = data[1 - t];
  }
}`,
	"two locks, one in the other": `
__device__ int first[2], second[2], data[4];
__global__ void k(const int *in) {
  int t = threadIdx.x, b = blockIdx.x;
  int i = in[b] & 1;
  if (t == 0) {
    while (atomicCAS(&first[i], 0, 1) != 0) {}
    while (atomicCAS(&second[0], 0, 1) != 0) {}
    __threadfence();
    data[i] = data[i] + 1;
    data[2] = data[2] + data[i];
    __threadfence();
    atomicExch(&second[0], 0);
    data[i] = data[i] + 1;
    __threadfence();
    atomicExch(&first[i], 0);
  }
}`,
	"a lock of the block at an element": `
__device__ int locks[4], data[4];
__global__ void k(int n) {
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0) {
    while (atomicCAS(&locks[n & 1], 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  data[t + (n & 1)] = data[t + (n & 1)] + 1;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(&locks[n & 1], 0);
  }
}`,
	"a lock of the warp": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  int lane = threadIdx.x % 32;
  if (lane == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
  }
  __syncwarp();
  data[lane] = data[lane] + 1;
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}`,
	"a status of two values": `
__device__ int own[4], upTo[4];
__device__ volatile int status[4];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x == 0) {
    int b = blockIdx.x;
    int before = 0;
    own[b] = in[b];
    __threadfence();
    status[b] = 1;
    for (int p = b - 1; p >= 0; p--) {
      int s;
      do s = status[p]; while (s == 0);
      __threadfence();
      if (s == 2) {
        before = before + upTo[p];
        break;
      }
      before = before + own[p];
    }
    upTo[b] = before + in[b];
    __threadfence();
    status[b] = 2;
    out[b] = before;
  }
}`,
	"a ring": `
__device__ int ring[2];
__device__ volatile unsigned head, tail;
__global__ void k(const int *in, int *out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      for (unsigned i = 0; i < 3; i++) {
        while (i - head >= 2) {}
        __threadfence();
        ring[i % 2] = in[i];
        __threadfence();
        tail = i + 1;
      }
    } else {
      for (unsigned i = 0; i < 3; i++) {
        while (tail <= i) {}
        __threadfence();
        out[i] = ring[i % 2];
        __threadfence();
        head = i + 1;
      }
    }
  }
}`,
	"a queue of tickets": `
__device__ int item[4], tail;
__device__ volatile int ready[4];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      int i = atomicAdd(&tail, 1);
      item[i] = in[0];
      __threadfence();
      ready[i] = 1;
    } else {
      while (ready[0] == 0) {}
      __threadfence();
      out[0] = item[0];
    }
  }
}`,
	"items for blocks": `
__device__ int next;
__global__ void k(const int *in, int *out) {
  __shared__ int mine;
  for (int n = 0; n < 2; n++) {
    if (threadIdx.x == 0) {
      mine = atomicAdd(&next, 1);
    }
    __syncthreads();
    int i = mine;
    __syncthreads();
    if (i >= 3) break;
    out[i * 2 + threadIdx.x] = 1;
  }
}`,
	"blocks that draw their numbers": `
__device__ int next, data[4];
__device__ volatile int state[4];
__global__ void k(const int *in, int *out) {
  __shared__ int mine;
  if (threadIdx.x == 0) {
    mine = atomicAdd(&next, 1);
  }
  __syncthreads();
  int b = mine;
  if (threadIdx.x == 0) {
    data[b] = in[0];
    __threadfence();
    state[b] = 1;
    if (b > 0) {
      while (state[b - 1] == 0) {}
      __threadfence();
      out[b] = data[b - 1];
    }
  }
}`,
	"a latch": `
#include <cuda/latch>
__device__ cuda::latch<cuda::thread_scope_device> l(4);
__device__ int data[4];
__global__ void k(int *out) {
  int i = blockIdx.x * 2 + threadIdx.x;
  data[i] = i;
  l.arrive_and_wait();
  out[i] = data[3 - i];
}`,
	"a semaphore": `
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> s(1);
__device__ int data;
__global__ void k(const int *in) {
  s.acquire();
  data = data + in[0];
  s.release();
}`,
	"a block that tries once": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  __shared__ int got;
  if (threadIdx.x == 0) {
    got = atomicCAS(&mutex, 0, 1) == 0;
    __threadfence();
  }
  __syncthreads();
  if (got) {
    data[threadIdx.x] = data[threadIdx.x] + in[0];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(&mutex, 0);
    }
  }
}`,
	"a block that tries, with fences of all threads": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  __shared__ int old;
  if (threadIdx.x == 0) old = atomicExch(&mutex, 1);
  __threadfence();
  __syncthreads();
  if (old != 0) return;
  data[threadIdx.x] = data[threadIdx.x] + in[0];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&mutex, 0);
}`,
	"a block that tries in a loop": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  __shared__ int got;
  int seen;
  do {
    __syncthreads();
    if (threadIdx.x == 0) {
      int old = atomicCAS(&mutex, 0, 1);
      if (old == 0) __threadfence();
      got = old == 0;
    }
    __syncthreads();
    seen = got;
  } while (seen == 0);
  data[threadIdx.x] = data[threadIdx.x] + in[0];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}`,
	"a block that tries in rounds": `
__device__ int mutex, data[2];
__global__ void k(const int *in) {
  __shared__ bool got;
  bool done = false;
  while (!done) {
    if (threadIdx.x == 0) got = atomicCAS(&mutex, 0, 1) == 0;
    __threadfence();
    __syncthreads();
    if (got) {
      data[threadIdx.x] = data[threadIdx.x] + in[0];
      __syncthreads();
      if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&mutex, 0);
      }
      done = true;
    }
    __syncthreads();
  }
}`,
	"an attempt that is kept": `
__device__ int mutex, data;
__global__ void k(const int *in) {
  bool got = atomicCAS(&mutex, 0, 1) == 0;
  if (got) {
    __threadfence();
  }
  if (got) {
    data = data + in[0];
    __threadfence();
    atomicExch(&mutex, 0);
  }
}`,
	"locks in a loop": `
__device__ int locks[4], data[4];
__global__ void k() {
  int t = threadIdx.x, b = blockIdx.x;
  for (int i = 0; i < 2; ++i) {
    while (atomicCAS(&locks[i], 0, 1) != 0) {}
    __threadfence();
    data[i] = data[i] + 1;
    __threadfence();
    atomicExch(&locks[i], 0);
  }
}`,
	"the first that comes": `
__device__ int winner, data;
__global__ void k(int *out) {
  if (atomicExch(&winner, 1) == 0) {
    data = data + 1;
    out[0] = threadIdx.x;
  }
}`,
}

// smallLaunch has two blocks of two threads: what the axioms can look at, and all that the disciplines
// tell apart.
var smallLaunch = kernel.Launch{BlockDim: [3]int{2, 1, 1}, GridDim: [3]int{2, 1, 1}}

// mutantLaunches are smallLaunch, and those whose executions can be looked at more often.
var mutantLaunches = []kernel.Launch{smallLaunch, {BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{2, 1, 1}}, {BlockDim: [3]int{2, 1, 1}, GridDim: [3]int{1, 1, 1}}}

// byDiscipline reports whether the disciplines alone prove that a kernel has no race.
func byDiscipline(t *testing.T, k *kernel.Kernel) bool {
	t.Helper()
	c := decision.CaseOf(context.Background(), rewrite.StrongAccesses(rewrite.ValidatedReads(k)), Options{Effort: 20_000_000}.Limited())
	x := begin(c, Engines{Solve: solver.Run, Check: DefaultEngines().Check})
	x.open()
	x.prover = prove.New(x.d, solver.Run, confirm.Confirm{Check: DefaultEngines().Check}, shares())
	x.prover.Disciplines()
	x.d.Settle()
	return x.d.Board.Property(kernel.DataRace) == claim.Proved || x.d.Board.Worst(claim.Of(kernel.DataRace)...) == claim.Proved ||
		onlyRestsOnMeeting(x.d)
}

// onlyRestsOnMeeting reports whether the proof lacks only that threads meet at barriers.
func onlyRestsOnMeeting(d *decision.Decision) bool {
	r := d.Resting(kernel.DataRace)
	return r.Base == kernel.Divergence
}

// lowered is the kernel of a text, nil if the text is none.
func lowered(text string, launch kernel.Launch) *kernel.Kernel {
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte(text), kerneltest.Options(launch))
	if err != nil || u.Diags.HasErrors() || len(u.Kernels) == 0 {
		return nil
	}
	k, diags, err := u.Lower(context.Background(), 0)
	if err != nil || diags.HasErrors() {
		return nil
	}
	return k
}

// races are what the executions show, "" for none, "?" if not all were looked at.
func races(k *kernel.Kernel) string {
	r, err := judge.Judge(k, nil, memory.Limits{Paths: 4000, Executions: 8000})
	if err != nil {
		return "?" + err.Error()
	}
	for _, x := range r.Races {
		if !x.SameValue {
			return fmt.Sprintf("%d,%d", x.A.Stmt.Source().Pos.Line, x.B.Stmt.Source().Pos.Line)
		}
	}
	switch {
	case r.Open != "":
		return "?" + r.Open
	}
	return ""
}

func TestDisciplinesProve(t *testing.T) {
	for name, text := range synchronised {
		t.Run(name, func(t *testing.T) {
			k := kerneltest.Lower(t, text, smallLaunch)
			assert.True(t, byDiscipline(t, k))
			assert.NotRegexp(t, `^\d`, races(k))
		})
	}
}

// deceptive are kernels that look like a discipline, and have a race.
var deceptive = map[string]string{
	"readers that write": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    data[1] = data[1] + 1;
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a reader comes while a writer is there": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a reader does not wait for its turn to read": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a reader gives back what writers have": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicExch(&lock, 0);
  }
}`,
	"a writer counts itself down": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicSub(&lock, 1);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a writer with a number that readers reach": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"readers count by two": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 2) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a reader does not tell when it is done": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    atomicSub(&lock, 1);
  }
}`,
	"a reader does not see what was written": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a writer does not see the readers out": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a writer does not tell what it has written": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
  }
}`,
	"a reader that reads on": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
    out[2 + threadIdx.x] = data[0];
  }
}`,
	"a reader gives back twice": `
__device__ int lock, data[2];
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[threadIdx.x] = data[0];
    __threadfence();
    atomicSub(&lock, 1);
    atomicSub(&lock, 1);
  }
}`,
	"looked at before the lock alone": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 1);
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"looked at before the lock, and compared behind it": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  int seen = atomicAdd(&ready, 0);
  if (seen == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (seen == 0) {
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"set behind the lock": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    int seen = atomicAdd(&ready, 0);
    if (seen == 0) {
      data = data + 1;
    }
    __threadfence();
    atomicExch(&mutex, 0);
    if (seen == 0) atomicExch(&ready, 1);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"not acquired before it is looked at again": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    int seen = *(volatile int *)&ready;
    __threadfence();
    if (seen == 0) {
      data = data + 1;
      __threadfence();
      *(volatile int *)&ready = 1;
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"the lock does not pass on that it is set": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (*(volatile int *)&ready == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (*(volatile int *)&ready == 0) {
      data = data + 1;
      __threadfence();
      *(volatile int *)&ready = 1;
    }
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"set before it is prepared": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      atomicExch(&ready, 1);
      data = data + 1;
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"no fence in front of the flag under a lock": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      data = data + 1;
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"no fence behind the flag": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"each block has a lock of its own for the flag": `
__device__ int ready, mutex, data, mutex2[2];
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex2[blockIdx.x], 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex2[blockIdx.x], 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"a flag that is set to its start": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 0);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"prepared again where it is set": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    data = data + 1;
    if (atomicAdd(&ready, 0) == 0) {
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"the lock is given back in between": `
__device__ int ready, mutex, data;
__global__ void k(int *out) {
  if (atomicAdd(&ready, 0) == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    if (atomicAdd(&ready, 0) == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
      data = data + 1;
      __threadfence();
      atomicExch(&ready, 1);
    }
    __threadfence();
    atomicExch(&mutex, 0);
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data;
}`,
	"two turns do not wait": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b > 1) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"the first turn comes again": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    for (int r = 0; r < 2; ++r) {
      if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
      __threadfence(); data = data + in[b]; __threadfence();
      atomicExch(&turn, b + 1 == gridDim.x ? 0 : b + 1);
    }
  }
}`,
	"a turn that has come comes again": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    for (int r = 0; r < 2; ++r) {
      while (atomicAdd(&turn, 0) < b) {}
      __threadfence(); data = data + in[b]; __threadfence();
      atomicExch(&turn, b + 1);
    }
  }
}`,
	"two places for the first turn": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1 == gridDim.x ? 0 : b + 1);
    if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1 == gridDim.x ? 0 : b + 1);
  }
}`,
	"the first turn goes, and another may begin": `
__device__ int turn = 1, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"several turns have come": `
__device__ int turn = 5, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) < b) {}
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"turns before the first": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) < b - 1) {}
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b);
  }
}`,
	"the first passes on two turns": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b > 0) { while (atomicAdd(&turn, 0) < b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 2);
  }
}`,
	"the first has passed its turn on": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b == 0) atomicExch(&turn, 1);
    if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"turns wait, and then the first goes": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) != b) {}
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1 == gridDim.x ? 0 : b + 1);
    if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1 == gridDim.x ? 0 : b + 1);
  }
}`,
	"a turn less is enough": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) + 1 < b) {}
    __threadfence(); data = data + in[b]; __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"no fence for those that wait": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b > 0) { while (atomicAdd(&turn, 0) < b) {} }
    data = data + in[b];
    __threadfence();
    atomicExch(&turn, b + 1);
  }
}`,
	"all threads of the first block go": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x;
  if (b > 0) { while (atomicAdd(&turn, 0) != b) {} }
  __threadfence(); data = data + in[b]; __threadfence();
  atomicExch(&turn, b + 1);
}`,
	"the first waits in another block": `
__device__ int turn, data;
__global__ void k(const int *in) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0) { while (atomicAdd(&turn, 0) < b) {} }
  __threadfence(); data = data + in[b]; __threadfence();
  atomicExch(&turn, b + 1);
}`,
	"a shared word of turns that nobody sets": `
__global__ void k(const int *in, int *data) {
  __shared__ int turn;
  int b = threadIdx.x;
  while (*(volatile int *)&turn < b) {}
  __threadfence(); *data = *data + in[b]; __threadfence();
  *(volatile int *)&turn = b + 1;
}`,
	"each thread waits for another number": `
__device__ unsigned count;
__device__ int data[2];
__global__ void k(int *out) {
  data[blockIdx.x] = 1;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&count, 1);
  }
  while (*(volatile unsigned *)&count < gridDim.x - threadIdx.x) {}
  __threadfence();
  out[blockIdx.x * 2 + threadIdx.x] = data[0] + data[1];
}`,
	"nobody counts, and nobody waits": `
__device__ unsigned count;
__device__ int data[2];
__global__ void k(int *out, unsigned n) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    if (n == gridDim.x) {
      __threadfence();
      atomicAdd(&count, 1);
    }
    while (*(volatile unsigned *)&count < n) {}
    __threadfence();
    out[blockIdx.x] = data[0] + data[1];
  }
}`,
	"the one thread tells of itself": `
__device__ unsigned count;
__device__ int data[2];
__device__ volatile int flag;
__global__ void k(int *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    __threadfence();
    unsigned my = atomicAdd(&count, 1);
    last = t == 0 && my == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (blockIdx.x == 0) {
    if (last) {
      data[t] = 1;
      __threadfence();
      flag = 1;
    }
  } else {
    while (flag == 0) {}
    __threadfence();
    out[t] = data[0] + data[1];
  }
}`,
	"the element of the one thread": `
__device__ int locks[4], data[4];
__global__ void k() {
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0) {
    while (atomicCAS(&locks[t + b], 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  data[t + b] = data[t + b] + 1;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(&locks[t + b], 0);
  }
}`,
}

func TestDisciplinesAreNotDeceived(t *testing.T) {
	for name, text := range deceptive {
		assert.False(t, byDiscipline(t, kerneltest.Lower(t, text, smallLaunch)), name)
	}
}

// TestDisciplineMutants changes these kernels by chance: what the executions of a small launch refute, no
// discipline may prove. DISCIPLINES=n does it n times for each.
func TestDisciplineMutants(t *testing.T) {
	n, seed := 2, int64(1)
	if s := os.Getenv("DISCIPLINES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	proved, refuted, both, open := 0, 0, 0, 0
	for name, text := range synchronised {
		if only := os.Getenv("ONLY"); !strings.Contains(name, only) {
			continue
		}
		rng := rand.New(rand.NewSource(seed))
		for range n {
			mutant := changed(rng, text)
			for _, launch := range mutantLaunches {
				k := lowered(mutant, launch)
				if k == nil {
					continue
				}
				if !byDiscipline(t, k) {
					open++
					continue
				}
				proved++
				switch found := races(k); {
				case found == "":
					both++
				case found[0] != '?':
					refuted++
					t.Errorf("%s: proved with %d threads and %d blocks, and the executions show a race of lines %s\n%s", name, launch.Threads(), launch.Blocks(), found, mutant)
				}
			}
		}
	}
	t.Logf("%d mutants proved, %d of them by executions as well, %d refuted, %d not proved", proved, both, refuted, open)
}

// weakFence is a fence that is not sequentially consistent.
const weakFence = `asm volatile("fence.acq_rel.gpu;" ::: "memory");`

// weaker are what fences, barriers, scopes and orders become in mutants.
var weaker = [][2]string{
	{"__threadfence();", ""}, {"__threadfence();", "__threadfence_block();"}, {"__threadfence();", weakFence}, {"__threadfence_block();", ""}, {"__syncthreads();", ""},
	{"atomicCAS(", "atomicCAS_block("}, {"atomicExch(", "atomicExch_block("}, {"atomicAdd(", "atomicAdd_block("}, {"atomicInc(", "atomicInc_block("}, {"atomicSub(", "atomicSub_block("},
	{"memory_order_acquire", "memory_order_relaxed"}, {"memory_order_release", "memory_order_relaxed"}, {"memory_order_acq_rel", "memory_order_relaxed"}, {"thread_scope_device", "thread_scope_block"},
	{".acquire.", ".relaxed."}, {".release.", ".relaxed."}, {".gpu", ".cta"}, {"volatile ", ""}, {"__syncwarp();", ""},
}

// TestDisciplinesNeedEachFence drops or weakens each fence, barrier and scope of these kernels.
func TestDisciplinesNeedEachFence(t *testing.T) {
	shown := 0
	for name, text := range synchronised {
		weakFences := strings.Contains(name, "of all threads") || os.Getenv("DISCIPLINES") != "" // elsewhere they are as good as the others
		for mutant, what := range weakened(text, weakFences) {
			if k := kerneltest.Lower(t, mutant, smallLaunch); byDiscipline(t, k) {
				shown++
				assert.NotRegexp(t, `^\d`, races(k), "%s without %s", name, what)
			}
		}
	}
	t.Logf("%d proved all the same", shown)
}

// weakened are the texts in which one fence, barrier, scope or order is dropped or weaker, with what that is.
func weakened(text string, weakFences bool) map[string]string {
	out := map[string]string{}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		for _, w := range weaker {
			if !strings.Contains(l, w[0]) || w[1] == weakFence && !weakFences || strings.HasPrefix(strings.TrimSpace(l), "//") {
				continue
			}
			mutant := slices.Clone(lines)
			mutant[i] = strings.Replace(l, w[0], w[1], 1)
			out[strings.Join(mutant, "\n")] = fmt.Sprintf("%s in line %d", w[0], i+1)
		}
	}
	return out
}

// TestKernelsNeedEachFence does the same to kernels of testdata: those in which threads synchronise through memory. None may be proved, by whatever
// engine, of which the axioms show a race. It looks at a few; DISCIPLINES=n at all, ONLY=TEXT at those with such a name.
func TestKernelsNeedEachFence(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	const share = 40 // of the kernels
	var files []string
	for _, folder := range []string{"memory", "locks", "instructions"} {
		list, err := filepath.Glob(filepath.Join("../../testdata/kernels", folder, "*_ok.cu"))
		require.NoError(t, err)
		files = append(files, list...)
	}
	mutants, proved, agreed, wrong := 0, 0, 0, 0
	for i, file := range files {
		if os.Getenv("DISCIPLINES") == "" && i%share != 0 || !strings.Contains(file, os.Getenv("ONLY")) {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		k := lowered(string(text), smallLaunch)
		if k == nil || !fact.TalksThroughMemory(rewrite.StrongAccesses(k)) {
			continue
		}
		for mutant, what := range weakened(string(text), false) {
			k := lowered(mutant, smallLaunch)
			if k == nil {
				continue
			}
			mutants++
			o := Options{Effort: 20_000_000, UntilFault: true}
			o.Encoding.Properties = kernel.PropertySet{kernel.DataRace: true}
			r := Decide(context.Background(), k, o, DefaultEngines())
			if p := r.Property(kernel.DataRace); p == nil || p.Status != claim.Proved {
				continue
			}
			proved++
			switch found := races(k); {
			case found == "":
				agreed++
			case found[0] != '?':
				wrong++
				t.Errorf("%s without %s: proved, and the executions show a race of lines %s", filepath.Base(file), what, found)
			}
		}
	}
	t.Logf("%d mutants, %d proved, %d of them by executions as well, %d refuted by them", mutants, proved, agreed, wrong)
}

// changed is a text with up to three changes.
func changed(rng *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	begin := 0
	for i, l := range lines {
		if strings.Contains(l, "__global__") {
			begin = i + 1
		}
	}
	simple := func() int {
		for range 50 {
			i := begin + rng.Intn(len(lines)-begin)
			if strings.HasSuffix(lines[i], ";") || strings.HasSuffix(lines[i], "{}") {
				return i
			}
		}
		return begin
	}
	for range 1 + rng.Intn(3) {
		i := simple()
		switch rng.Intn(10) {
		case 8, 9: // another place in the launch, or another number
			k := begin + rng.Intn(len(lines)-begin)
			lines[k] = elsewhere(rng, lines[k])
		case 0:
			lines[i] = ""
		case 1: // moved
			l := lines[i]
			lines[i] = ""
			insert(&lines, begin+rng.Intn(len(lines)-begin), l)
		case 2: // copied
			insert(&lines, begin+rng.Intn(len(lines)-begin), lines[i])
		case 3:
			j := simple()
			lines[i], lines[j] = lines[j], lines[i]
		case 4:
			k := begin + rng.Intn(len(lines)-begin)
			lines[k] = replaced(rng, lines[k])
		case 5:
			for k := range lines {
				if k >= begin && rng.Intn(4) == 0 {
					lines[k] = replaced(rng, lines[k])
				}
			}
		case 6: // a fence or a barrier somewhere
			insert(&lines, begin+rng.Intn(len(lines)-begin), []string{"__threadfence();", "__syncthreads();", "if (threadIdx.x == 0) __threadfence();", "if (threadIdx.x == 1) return;", "if (blockIdx.x == 1) return;"}[rng.Intn(5)])
		case 7: // under a condition
			lines[i] = []string{"if (threadIdx.x == 0) ", "if (threadIdx.x == 1) ", "if (blockIdx.x == 0) ", "if (in[0]) "}[rng.Intn(4)] + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// operand is what elsewhere replaces.
var operand = regexp.MustCompile(`\b(threadIdx\.x|blockIdx\.x|gridDim\.x|blockDim\.x|in\[\w+\]|[tbi0-3]|my|ticket|count|next|arrived)\b`)

// elsewhere is a line with another operand.
func elsewhere(rng *rand.Rand, l string) string {
	all := operand.FindAllStringIndex(l, -1)
	if len(all) == 0 {
		return l
	}
	at := all[rng.Intn(len(all))]
	by := []string{"threadIdx.x", "blockIdx.x", "gridDim.x", "in[0]", "in[threadIdx.x]", "(1 - threadIdx.x)", "(1 - blockIdx.x)", "(threadIdx.x + blockIdx.x)", "(gridDim.x - threadIdx.x)", "0", "1", "2", "3", "(my + 1)"}
	return l[:at[0]] + by[rng.Intn(len(by))] + l[at[1]:]
}

func insert(lines *[]string, at int, l string) {
	*lines = append((*lines)[:at], append([]string{l}, (*lines)[at:]...)...)
}

// replaced is a line with another scope, thread, number or order.
func replaced(rng *rand.Rand, l string) string {
	list := [][2]string{
		{"__threadfence()", "__threadfence_block()"}, {"__threadfence_block()", "__threadfence()"}, {"__threadfence();", weakFence}, {"atomicCAS(", "atomicCAS_block("}, {"atomicExch(", "atomicExch_block("},
		{"atomicAdd(", "atomicAdd_block("}, {"atomicInc(", "atomicInc_block("}, {"__syncthreads()", "__syncwarp()"}, {"threadIdx.x == 0", "threadIdx.x == 1"}, {"t == 0", "t == 1"},
		{"t == 0", "t >= 0"}, {"threadIdx.x == 0", "threadIdx.x >= 0"}, {"threadIdx.x != 0", "threadIdx.x != 1"}, {"threadIdx.x != 0", "threadIdx.x > 1"}, {"blockIdx.x == 0", "blockIdx.x <= 1"}, {"- 1)", "- 2)"}, {", 0, 1)", ", 1, 0)"}, {", 1)", ", 0)"}, {", 1)", ", 2)"}, {"[i]", "[0]"}, {"[i]", "[i + 1]"}, {"[b]", "[b + 1]"}, {"i * 2", "i"}, {"mine = ", "mine = 1 + "}, {"item", "ready"}, {", 0)", ", 1)"},
		{"!= 0", "== 0"}, {"== 0", "!= 0"}, {"gridDim.x - 1", "gridDim.x - 2"}, {"gridDim.x", "blockDim.x"}, {"< gridDim.x", "< gridDim.x - 1"}, {"[b]", "[0]"}, {"[b]", "[1 - b]"},
		{"b - 1", "b"}, {"= 1;", "= 0;"}, {"my + 1", "my"}, {"< 2)", "< 1)"}, {"< 2 * ", "< "}, {"< 2 * gridDim.x", "!= 4"}, {"my + 1", "my + 2"}, {"atomicCAS(&mutex, 0, 1) != 0", "atomicExch(&mutex, 1) != 0"}, {"atomicExch(&mutex, 0)", "mutex = 0"}, {"atomicExch(&mutex, 0)", "atomicAdd(&mutex, -1)"},
		{"atomicExch(&mutex, 0)", "*(volatile int *)&mutex = 0"}, {"data", "mutex"}, {"b->lock", "b->sum"}, {"b->sum", "b->lock"}, {"turn.next", "turn.now"}, {"turn.now", "turn.next"}, {"sync[0]", "sync[1]"}, {"sync[1]", "sync[0]"}, {"permits = 1", "permits = 2"}, {"seen - 1", "seen - 2"}, {"seen < 1", "seen < 0"}, {"seen < 1 ||", "seen < 1 &&"}, {"> 0", ">= 0"}, {"== 0 &&", "== 0 ||"}, {"table.sums", "table.locks"}, {"& 1", "& 3"}, {"atomicSub(", "atomicAdd("}, {"== gridDim.x - 1", ">= gridDim.x - 1"},
	}
	for range 20 {
		r := list[rng.Intn(len(list))]
		if strings.Contains(l, r[0]) {
			return strings.Replace(l, r[0], r[1], 1)
		}
	}
	return l
}

// TestDisciplinesOnRandomKernels puts statements together by chance. DISCIPLINES=n makes n kernels.
func TestDisciplinesOnRandomKernels(t *testing.T) {
	n, seed := 40, int64(1)
	if s := os.Getenv("DISCIPLINES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	rng := rand.New(rand.NewSource(seed))
	proved, both := 0, 0
	for range n {
		text := randomKernel(rng)
		sizes := [][2]int{{2, 2}, {1, 2}, {1, 2}, {1, 3}, {2, 1}, {2, 1}, {3, 1}}[rng.Intn(7)]
		k := lowered(text, kernel.Launch{BlockDim: [3]int{sizes[0], 1, 1}, GridDim: [3]int{sizes[1], 1, 1}})
		if k == nil || discipline.Recognise(rewrite.StrongAccesses(k)).Kernel == nil || !byDiscipline(t, k) {
			continue
		}
		proved++
		switch found := races(k); {
		case found == "":
			both++
		case found[0] != '?':
			t.Errorf("%d threads, %d blocks: proved, and the executions show a race of lines %s\n%s", sizes[0], sizes[1], found, text)
		}
	}
	t.Logf("%d proved, %d of them by executions as well", proved, both)
}

// randomKernel is a kernel of statements about a lock, a counter, a flag and data.
func randomKernel(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.Intn(len(list))] }
	var some func(depth int) string
	one := func() string {
		return pick("data = data + 1;", "more[t] = more[t] + 1;", "out[0] = data;", "data = in[0];", "__threadfence();", "__threadfence();", "__threadfence_block();",
			"while (atomicCAS(&mutex, 0, 1) != 0) {}", "atomicExch(&mutex, 0);", "ticket = atomicAdd(&count, 1);", "ready = 1;", "while (ready == 0) {}",
			"while (*(volatile int *)&count < gridDim.x) {}", "told = ticket == gridDim.x - 1;")
	}
	some = func(depth int) string {
		var b strings.Builder
		for range 1 + rng.Intn(4) {
			switch {
			case depth > 0 && rng.Intn(4) == 0:
				b.WriteString("if (" + pick("t == 0", "t == 0", "t == 1", "blockIdx.x == 0", "blockIdx.x == 1", "ticket == gridDim.x - 1", "told", "told", "in[0]") + ") {\n" + some(depth-1) + "}" +
					pick("\n", "\n", " else {\n"+some(depth-1)+"}\n"))
			case depth > 0 && rng.Intn(8) == 0:
				b.WriteString("if (atomicCAS(&mutex, 0, 1) == 0) {\n" + some(depth-1) + "}\n")
			case depth > 0 && rng.Intn(3) == 0: // what people write
				b.WriteString(pick("while (atomicCAS(&mutex, 0, 1) != 0) {}\n__threadfence();\n"+some(depth-1)+"__threadfence();\natomicExch(&mutex, 0);\n",
					"__syncthreads();\nif (t == 0) {\n__threadfence();\nticket = atomicAdd(&count, 1);\ntold = ticket == gridDim.x - 1;\n"+pick("__threadfence();\n", some(0))+"}\n__syncthreads();\n",
					"__syncthreads();\nif (t == 0) {\n__threadfence();\natomicAdd(&count, 1);\nwhile (*(volatile int *)&count < gridDim.x) {}\n__threadfence();\n}\n__syncthreads();\n",
					"if (blockIdx.x == 0) {\n"+some(depth-1)+pick("__syncthreads();\n", "")+"if (t == 0) {\n__threadfence();\nready = 1;\n}\n} else {\nif (t == 0) {\nwhile (ready == 0) {}\n__threadfence();\n}\n"+pick("__syncthreads();\n", "")+some(depth-1)+"}\n",
					"if (t == 0) {\nwhile (atomicCAS(&mutex, 0, 1) != 0) {}\n__threadfence();\n}\n__syncthreads();\n"+some(depth-1)+"__syncthreads();\nif (t == 0) {\n"+pick("__threadfence();\n", "")+"atomicExch(&mutex, 0);\n}\n"))
			case rng.Intn(6) == 0:
				b.WriteString("__syncthreads();\n")
			default:
				b.WriteString(one() + "\n")
			}
		}
		return b.String()
	}
	return "__device__ int mutex, data, more[2], count;\n__device__ volatile int ready;\n__global__ void k(const int *in, int *out) {\n__shared__ bool told;\nint t = threadIdx.x;\nint ticket = 0;\n" +
		some(2) + some(1) + "}\n"
}
