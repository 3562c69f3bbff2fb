// The part of the C++ standard library that nvcc allows in device code (what is constexpr
// there) and that holds no memory of its own.

namespace std {

template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  constexpr pair() : first(), second() {}
  constexpr pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D> constexpr pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
};

template <class A, class B> constexpr pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <class A, class B> constexpr bool operator==(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first == y.first && x.second == y.second;
}
template <class A, class B> constexpr bool operator!=(const pair<A, B> &x, const pair<A, B> &y) { return !(x == y); }
template <class A, class B> constexpr bool operator<(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first < y.first || !(y.first < x.first) && x.second < y.second;
}

template <class T> constexpr void swap(T &a, T &b) {
  T old = a;
  a = b;
  b = old;
}
template <class T, class U> constexpr T exchange(T &object, U value) {
  T old = object;
  object = value;
  return old;
}
template <class To, class From> constexpr To bit_cast(const From &from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}
template <class T> constexpr T clamp(T x, T low, T high) { return x < low ? low : high < x ? high : x; }

template <class T, size_t N> struct array {
  typedef T value_type;
  typedef size_t size_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  T _items[N];
  constexpr T &operator[](size_t i) { return _items[i]; }
  constexpr const T &operator[](size_t i) const { return _items[i]; }
  constexpr T &front() { return _items[0]; }
  constexpr const T &front() const { return _items[0]; }
  constexpr T &back() { return _items[N - 1]; }
  constexpr const T &back() const { return _items[N - 1]; }
  constexpr size_t size() const { return N; }
  constexpr size_t max_size() const { return N; }
  constexpr bool empty() const { return N == 0; }
  constexpr T *data() { return _items; }
  constexpr const T *data() const { return _items; }
  constexpr T *begin() { return _items; }
  constexpr const T *begin() const { return _items; }
  constexpr T *end() { return _items + N; }
  constexpr const T *end() const { return _items + N; }
  constexpr void fill(const T &x) {
    for (size_t i = 0; i < N; i++) _items[i] = x;
  }
};

#define _GV2_FUNCTOR(NAME, RESULT, E)                                                       \
  template <class T = void> struct NAME {                                                  \
    template <class U> __host__ __device__ constexpr RESULT operator()(const U &a, const U &b) const { return E; } \
  };
_GV2_FUNCTOR(plus, U, a + b)
_GV2_FUNCTOR(minus, U, a - b)
_GV2_FUNCTOR(multiplies, U, a * b)
_GV2_FUNCTOR(divides, U, a / b)
_GV2_FUNCTOR(bit_and, U, a & b)
_GV2_FUNCTOR(bit_or, U, a | b)
_GV2_FUNCTOR(bit_xor, U, a ^ b)
_GV2_FUNCTOR(maximum, U, a < b ? b : a)
_GV2_FUNCTOR(minimum, U, b < a ? b : a)
_GV2_FUNCTOR(less, bool, a < b)
_GV2_FUNCTOR(greater, bool, b < a)
_GV2_FUNCTOR(equal_to, bool, a == b)
_GV2_FUNCTOR(not_equal_to, bool, a != b)
#undef _GV2_FUNCTOR

struct nullopt_t {};
constexpr nullopt_t nullopt = {};

template <class T> struct optional {
  typedef T value_type;
  T _value;
  bool _has;
  constexpr optional() : _value(), _has(false) {}
  constexpr optional(nullopt_t) : _value(), _has(false) {}
  constexpr optional(const T &x) : _value(x), _has(true) {}
  constexpr bool has_value() const { return _has; }
  constexpr explicit operator bool() const { return _has; }
  constexpr const T &operator*() const { return _value; }
  constexpr T &operator*() { return _value; }
  constexpr const T *operator->() const { return &_value; }
  constexpr T *operator->() { return &_value; }
  constexpr T value_or(const T &other) const { return _has ? _value : other; }
  constexpr void reset() { _has = false; }
};

template <class T> struct numeric_limits {
  static constexpr bool is_specialized = false;
};
template <> struct numeric_limits<long double>; // no device has it
template <class T> struct numeric_limits<const T> : numeric_limits<T> {};
template <class T> struct numeric_limits<volatile T> : numeric_limits<T> {};
template <class T> struct numeric_limits<const volatile T> : numeric_limits<T> {};

#define _GV2_LIMITS(T, SIGNED, INTEGER, DIGITS, MIN, LOWEST, MAX, EPSILON, INF, QNAN) \
  template <> struct numeric_limits<T> {                                            \
    static constexpr bool is_specialized = true, is_signed = SIGNED, is_integer = INTEGER, is_exact = INTEGER; \
    static constexpr bool has_infinity = !INTEGER, has_quiet_NaN = !INTEGER;         \
    static constexpr int digits = DIGITS;                                            \
    static constexpr T min() { return MIN; }                                         \
    static constexpr T lowest() { return LOWEST; }                                   \
    static constexpr T max() { return MAX; }                                         \
    static constexpr T epsilon() { return EPSILON; }                                 \
    static constexpr T infinity() { return INF; }                                    \
    static constexpr T quiet_NaN() { return QNAN; }                                  \
  };
_GV2_LIMITS(bool, false, true, 1, false, false, true, 0, 0, 0)
_GV2_LIMITS(char, true, true, 7, -128, -128, 127, 0, 0, 0)
_GV2_LIMITS(signed char, true, true, 7, -128, -128, 127, 0, 0, 0)
_GV2_LIMITS(unsigned char, false, true, 8, 0, 0, 255, 0, 0, 0)
_GV2_LIMITS(short, true, true, 15, -32768, -32768, 32767, 0, 0, 0)
_GV2_LIMITS(unsigned short, false, true, 16, 0, 0, 65535, 0, 0, 0)
_GV2_LIMITS(int, true, true, 31, -2147483647 - 1, -2147483647 - 1, 2147483647, 0, 0, 0)
_GV2_LIMITS(unsigned, false, true, 32, 0, 0, 4294967295u, 0, 0, 0)
_GV2_LIMITS(long, true, true, 63, -9223372036854775807l - 1, -9223372036854775807l - 1, 9223372036854775807l, 0, 0, 0)
_GV2_LIMITS(unsigned long, false, true, 64, 0, 0, 18446744073709551615ul, 0, 0, 0)
_GV2_LIMITS(long long, true, true, 63, -9223372036854775807ll - 1, -9223372036854775807ll - 1, 9223372036854775807ll, 0, 0, 0)
_GV2_LIMITS(unsigned long long, false, true, 64, 0, 0, 18446744073709551615ull, 0, 0, 0)
_GV2_LIMITS(wchar_t, true, true, 31, -2147483647 - 1, -2147483647 - 1, 2147483647, 0, 0, 0)
_GV2_LIMITS(char16_t, false, true, 16, 0, 0, 65535, 0, 0, 0)
_GV2_LIMITS(char32_t, false, true, 32, 0, 0, 4294967295u, 0, 0, 0)
_GV2_LIMITS(float, true, false, 24, 1.175494351e-38f, -3.402823466e+38f, 3.402823466e+38f, 1.192092896e-07f,
            __int_as_float(0x7f800000), __int_as_float(0x7fffffff))
_GV2_LIMITS(double, true, false, 53, 2.2250738585072014e-308, -1.7976931348623157e+308, 1.7976931348623157e+308,
            2.2204460492503131e-16, __longlong_as_double(0x7ff0000000000000ll), __longlong_as_double(0x7fffffffffffffffll))
#undef _GV2_LIMITS

// Which limits these have depends on the versions of CUDA and PyTorch.
#define _GV2_LIMITS(T)                                                \
  template <> struct numeric_limits<T> {                              \
    static __device__ T min() { return __gv2_any<T>(); }              \
    static __device__ T lowest() { return __gv2_any<T>(); }           \
    static __device__ T max() { return __gv2_any<T>(); }              \
    static __device__ T epsilon() { return __gv2_any<T>(); }          \
    static __device__ T infinity() { return __gv2_any<T>(); }         \
    static __device__ T quiet_NaN() { return __gv2_any<T>(); }        \
  };
_GV2_LIMITS(__half)
_GV2_LIMITS(__nv_bfloat16)
_GV2_LIMITS(__c10_half)
_GV2_LIMITS(__c10_bfloat16)
#undef _GV2_LIMITS

// Tuples have at most eight elements here.
struct _none {};

template <class A = _none, class B = _none, class C = _none, class D = _none, class E = _none, class F = _none,
          class G = _none, class H = _none>
struct tuple {
  A _a;
  B _b;
  C _c;
  D _d;
  E _e;
  F _f;
  G _g;
  H _h;
  constexpr tuple() : _a(), _b(), _c(), _d(), _e(), _f(), _g(), _h() {}
  constexpr tuple(const A &a, const B &b = B(), const C &c = C(), const D &d = D(), const E &e = E(), const F &f = F(),
                  const G &g = G(), const H &h = H())
      : _a(a), _b(b), _c(c), _d(d), _e(e), _f(f), _g(g), _h(h) {}
};
template <class A = _none, class B = _none, class C = _none, class D = _none, class E = _none, class F = _none,
          class G = _none, class H = _none>
constexpr tuple<A, B, C, D, E, F, G, H> make_tuple(A a = A(), B b = B(), C c = C(), D d = D(), E e = E(), F f = F(), G g = G(),
                                                   H h = H()) {
  return tuple<A, B, C, D, E, F, G, H>(a, b, c, d, e, f, g, h);
}
#define _GV2_GET(CV)                                                                                      \
  template <size_t I, class A, class B, class C, class D, class E, class F, class G, class H>             \
  constexpr auto &get(CV tuple<A, B, C, D, E, F, G, H> &t) {                                              \
    if constexpr (I == 0) {                                                                               \
      return t._a;                                                                                        \
    } else if constexpr (I == 1) {                                                                        \
      return t._b;                                                                                        \
    } else if constexpr (I == 2) {                                                                        \
      return t._c;                                                                                        \
    } else if constexpr (I == 3) {                                                                        \
      return t._d;                                                                                        \
    } else if constexpr (I == 4) {                                                                        \
      return t._e;                                                                                        \
    } else if constexpr (I == 5) {                                                                        \
      return t._f;                                                                                        \
    } else if constexpr (I == 6) {                                                                        \
      return t._g;                                                                                        \
    } else {                                                                                              \
      return t._h;                                                                                        \
    }                                                                                                     \
  }                                                                                                       \
  template <size_t I, class A, class B> constexpr auto &get(CV pair<A, B> &t) {                           \
    if constexpr (I == 0) {                                                                               \
      return t.first;                                                                                     \
    } else {                                                                                              \
      return t.second;                                                                                    \
    }                                                                                                     \
  }                                                                                                       \
  template <size_t I, class T, size_t N> constexpr auto &get(CV array<T, N> &t) { return t._items[I]; }
_GV2_GET()
_GV2_GET(const)
#undef _GV2_GET

template <class T> struct complex {
  typedef T value_type;
  T _re, _im;
  __host__ __device__ constexpr complex(const T &re = T(), const T &im = T()) : _re(re), _im(im) {}
  template <class U> __host__ __device__ constexpr complex(const complex<U> &z) : _re(z.real()), _im(z.imag()) {}
  __host__ __device__ constexpr T real() const { return _re; }
  __host__ __device__ constexpr T imag() const { return _im; }
  __host__ __device__ constexpr void real(T x) { _re = x; }
  __host__ __device__ constexpr void imag(T x) { _im = x; }
  __host__ __device__ complex &operator+=(const complex &z) {
    _re += z._re;
    _im += z._im;
    return *this;
  }
  __host__ __device__ complex &operator-=(const complex &z) {
    _re -= z._re;
    _im -= z._im;
    return *this;
  }
  __host__ __device__ complex &operator*=(const complex &z) {
    T re = _re * z._re - _im * z._im;
    _im = _re * z._im + _im * z._re;
    _re = re;
    return *this;
  }
  __host__ __device__ complex &operator/=(const complex &z) {
    T n = z._re * z._re + z._im * z._im, re = (_re * z._re + _im * z._im) / n;
    _im = (_im * z._re - _re * z._im) / n;
    _re = re;
    return *this;
  }
};
#define _GV2_COMPLEX(OP)                                                                                             \
  template <class T> __host__ __device__ complex<T> operator OP(const complex<T> &x, const complex<T> &y) {         \
    complex<T> z(x);                                                                                                 \
    z OP##= y;                                                                                                      \
    return z;                                                                                                        \
  }                                                                                                                  \
  template <class T> __host__ __device__ complex<T> operator OP(const complex<T> &x, const T &y) {                  \
    complex<T> z(x);                                                                                                 \
    z OP##= complex<T>(y);                                                                                          \
    return z;                                                                                                        \
  }                                                                                                                  \
  template <class T> __host__ __device__ complex<T> operator OP(const T &x, const complex<T> &y) {                  \
    complex<T> z(x);                                                                                                 \
    z OP##= y;                                                                                                      \
    return z;                                                                                                        \
  }
_GV2_COMPLEX(+)
_GV2_COMPLEX(-)
_GV2_COMPLEX(*)
_GV2_COMPLEX(/)
#undef _GV2_COMPLEX
template <class T> __host__ __device__ complex<T> operator-(const complex<T> &z) { return complex<T>(-z.real(), -z.imag()); }
template <class T> __host__ __device__ bool operator==(const complex<T> &x, const complex<T> &y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class T> __host__ __device__ T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> __host__ __device__ T abs(const complex<T> &z) { return sqrt(norm(z)); }
template <class T> __host__ __device__ T arg(const complex<T> &z) { return atan2(z.imag(), z.real()); }
template <class T> __host__ __device__ complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
template <class T> __host__ __device__ complex<T> exp(const complex<T> &z) {
  T r = exp(z.real());
  return complex<T>(r * cos(z.imag()), r * sin(z.imag()));
}

}  // namespace std
