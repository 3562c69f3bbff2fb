// Matrix operations of a warp: <mma.h>. What fragments hold is some value, and which lane has which element
// is unspecified; what they read and write in memory is exact.

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
}
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

// What elements of a precision are stored as, and how many are in one.
template <class T> struct _gv2_stored { typedef T type; static const int each = 1; };
template <> struct _gv2_stored<precision::tf32> { typedef float type; static const int each = 1; };
template <> struct _gv2_stored<experimental::precision::u4> { typedef int type; static const int each = 8; };
template <> struct _gv2_stored<experimental::precision::s4> { typedef int type; static const int each = 8; };
template <> struct _gv2_stored<experimental::precision::b1> { typedef int type; static const int each = 32; };

// How many elements a lane has: those of matrices of halves are there twice.
template <class Use, int m, int n, int k, class T> struct _gv2_share { static const int value = m * n / 32; };
template <int m, int n, int k, class T> struct _gv2_share<matrix_a, m, n, k, T> { static const int value = m * k / 32 / _gv2_stored<T>::each; };
template <int m, int n, int k, class T> struct _gv2_share<matrix_b, m, n, k, T> { static const int value = n * k / 32 / _gv2_stored<T>::each; };
template <int m, int n, int k> struct _gv2_share<matrix_a, m, n, k, __half> { static const int value = 16; };
template <int m, int n, int k> struct _gv2_share<matrix_b, m, n, k, __half> { static const int value = 16; };

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment {
public:
  typedef T element_type;
  typedef typename _gv2_stored<T>::type storage_element_type;
  static const int num_elements = _gv2_share<Use, m, n, k, T>::value < 1 ? 1 : _gv2_share<Use, m, n, k, T>::value;
  static const int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <class F> __device__ inline void _gv2_fill(F &f) {
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = __gv2_any<typename F::storage_element_type>();
}

#define _GV2_LOAD(USE, LAYOUT, LINES, LENGTH)                                                                                   \
  template <int m, int n, int k, class T>                                                                                       \
  __device__ inline void load_matrix_sync(fragment<USE, m, n, k, T, LAYOUT> &f, const typename _gv2_stored<T>::type *p, unsigned ld) { \
    __gv2_warp();                                                                                                               \
    __gv2_read_lines<fragment<USE, m, n, k, T, LAYOUT>>(p, LINES, (LENGTH) / _gv2_stored<T>::each, ld / _gv2_stored<T>::each);      \
    _gv2_fill(f);                                                                                                               \
  }
_GV2_LOAD(matrix_a, row_major, m, k)
_GV2_LOAD(matrix_a, col_major, k, m)
_GV2_LOAD(matrix_b, row_major, k, n)
_GV2_LOAD(matrix_b, col_major, n, k)
#undef _GV2_LOAD

template <int m, int n, int k, class T>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned ld, layout_t layout) {
  __gv2_warp();
  if (layout == mem_row_major)
    __gv2_read_lines<fragment<accumulator, m, n, k, T, row_major>>(p, m, n, ld);
  else
    __gv2_read_lines<fragment<accumulator, m, n, k, T, col_major>>(p, n, m, ld);
  _gv2_fill(f);
}

template <int m, int n, int k, class T>
__device__ inline void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned ld, layout_t layout) {
  __gv2_warp();
  if (layout == mem_row_major)
    __gv2_write_lines<fragment<accumulator, m, n, k, T, row_major>>(p, m, n, ld);
  else
    __gv2_write_lines<fragment<accumulator, m, n, k, T, col_major>>(p, n, m, ld);
}

template <class Use, int m, int n, int k, class T, class Layout, class V>
__device__ inline void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &v) {
  _gv2_fill(f);
}

template <int m, int n, int k, class A, class LA, class B, class LB, class C, class D>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, LA> &a, const fragment<matrix_b, m, n, k, B, LB> &b,
                                const fragment<accumulator, m, n, k, C> &c, bool satf = false) {
  __gv2_warp();
  _gv2_fill(d);
}
template <int m, int n, int k, class A, class LA, class B, class LB>
__device__ inline void bmma_sync(fragment<accumulator, m, n, k, int> &d, const fragment<matrix_a, m, n, k, A, LA> &a, const fragment<matrix_b, m, n, k, B, LB> &b,
                                 const fragment<accumulator, m, n, k, int> &c, experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                                 experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __gv2_warp();
  _gv2_fill(d);
}

__device__ inline float __float_to_tf32(float) { return __gv2_any<float>(); }

}
}
