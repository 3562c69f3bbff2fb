// Annotations that speak of the other thread and of accesses.
__axiom(blockDim.x > 3);

__global__ void k(int *a, float *b, int n, char *untouched) {
  __function_wide_invariant(n >= 0);
  __function_wide_candidate_invariant(__uniform_int(n));
  __shared__ float s[64];
  for (int i = threadIdx.x;
       __invariant(__implies(__enabled() & __uniform_bool(__enabled()), __distinct_int(i))),
       __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) % blockDim.x == threadIdx.x)),
       __candidate_invariant(__no_read(b)),
       __invariant(__no_write(untouched) | __no_read(a) | !__enabled()),
       i < n; i += blockDim.x)
    a[i] = b[i];
  int j = 0;
  do {
    __assert(j >= 0);
    __global_invariant(__implies(__enabled(), j <= n));
    j++;
  } while (j < n);
  __assert(__all(threadIdx.x < 64));
  __assert(__exclusive(threadIdx.x == 4));
  __assert(__implies(threadIdx.x == 4, __other_int(threadIdx.x) != 4));
  __global_assert(__implies(__enabled(), __uniform_int(n)));
  __assert(__implies(__same_group, __ptr_base(a) == __ptr_base(a + 1) & __ptr_offset_bytes(a + j) == 4 * j));
  __assert(__is_pow2(j) | __mod_pow2(j, 8) == 1 | __add_noovfl_int(j, 1) > j | __add_noovfl_unsigned_char_3(j, 1, 2));
  __assume(__ite_int(a[j] > 2, j, n) < 5);
  __barrier_invariant_1(s[threadIdx.x] > 0, threadIdx.x);
  __non_temporal_loads_begin(), __invariant(a[1] == 1), __non_temporal_loads_end();
  __syncthreads();
}
