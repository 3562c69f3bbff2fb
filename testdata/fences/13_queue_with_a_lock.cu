//--blockDim=1 --gridDim=2
// fences: {9:device 16:device}
// A queue of tasks whose ends a lock guards (Tzeng, Patney, Owens: tpo-tm of Sorensen and Donaldson): block 0
// puts a task in, block 1 takes one out if there is one.
__device__ int mutex, head, tail;
__device__ int tasks[4];

__global__ void queue(int *out) {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  if (blockIdx.x == 0) {
    tasks[tail] = 7;
    tail = tail + 1;
  } else if (head < tail) {
    *out = tasks[head];
    head = head + 1;
  }
  atomicExch(&mutex, 0);
}
