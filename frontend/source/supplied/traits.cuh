// <type_traits>: what follows from partial specialisation, and what gv2 answers itself.

namespace std {

template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  typedef integral_constant<T, v> type;
  __host__ __device__ constexpr operator T() const { return v; }
  __host__ __device__ constexpr T operator()() const { return v; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <class T> T &&declval();
template <class...> using void_t = void;

template <class T, class U> struct is_same : false_type {};
template <class T> struct is_same<T, T> : true_type {};

template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv { typedef typename remove_volatile<typename remove_const<T>::type>::type type; };
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> struct remove_cvref { typedef typename remove_cv<typename remove_reference<T>::type>::type type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> struct remove_pointer<T *const> { typedef T type; };
template <class T> struct add_const { typedef const T type; };
template <class T> struct add_pointer { typedef typename remove_reference<T>::type *type; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using add_const_t = typename add_const<T>::type;
template <class T> using add_pointer_t = typename add_pointer<T>::type;

template <class T> struct is_const : false_type {};
template <class T> struct is_const<const T> : true_type {};
template <class T> struct is_volatile : false_type {};
template <class T> struct is_volatile<volatile T> : true_type {};
template <class T> struct is_reference : false_type {};
template <class T> struct is_reference<T &> : true_type {};
template <class T> struct is_reference<T &&> : true_type {};
template <class T> struct is_lvalue_reference : false_type {};
template <class T> struct is_lvalue_reference<T &> : true_type {};
template <class T> struct _is_pointer : false_type {};
template <class T> struct _is_pointer<T *> : true_type {};
template <class T> struct is_pointer : _is_pointer<typename remove_cv<T>::type> {};
template <class T> struct is_void : is_same<typename remove_cv<T>::type, void> {};

template <class T> struct _is_integral : false_type {};
template <> struct _is_integral<bool> : true_type {};
template <> struct _is_integral<char> : true_type {};
template <> struct _is_integral<signed char> : true_type {};
template <> struct _is_integral<unsigned char> : true_type {};
template <> struct _is_integral<short> : true_type {};
template <> struct _is_integral<unsigned short> : true_type {};
template <> struct _is_integral<int> : true_type {};
template <> struct _is_integral<unsigned int> : true_type {};
template <> struct _is_integral<long> : true_type {};
template <> struct _is_integral<unsigned long> : true_type {};
template <> struct _is_integral<long long> : true_type {};
template <> struct _is_integral<unsigned long long> : true_type {};
template <> struct _is_integral<wchar_t> : true_type {};
template <> struct _is_integral<char16_t> : true_type {};
template <> struct _is_integral<char32_t> : true_type {};
template <class T> struct is_integral : _is_integral<typename remove_cv<T>::type> {};
template <class T> struct _is_floating_point : false_type {};
template <> struct _is_floating_point<float> : true_type {};
template <> struct _is_floating_point<double> : true_type {};
template <> struct _is_floating_point<long double> : true_type {};
template <class T> struct is_floating_point : _is_floating_point<typename remove_cv<T>::type> {};
template <class T> struct is_arithmetic : integral_constant<bool, is_integral<T>::value || is_floating_point<T>::value> {};

template <class T, bool = is_integral<T>::value> struct _is_signed : is_floating_point<T> {};
template <class T> struct _is_signed<T, true> : integral_constant<bool, (T(-1) < T(0))> {};
template <class T> struct is_signed : _is_signed<typename remove_cv<T>::type> {};
template <class T> struct is_unsigned : integral_constant<bool, is_arithmetic<T>::value && !is_signed<T>::value> {};

template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> struct type_identity { typedef T type; };
template <class T> using type_identity_t = typename type_identity<T>::type;
template <class T> struct _decay { typedef typename remove_cv<T>::type type; };
template <class T> struct _decay<T[]> { typedef T *type; };
template <class T, unsigned long N> struct _decay<T[N]> { typedef T *type; };
template <class T> struct decay { typedef typename _decay<typename remove_reference<T>::type>::type type; };
template <class T> using decay_t = typename decay<T>::type;
template <class T> struct negation : integral_constant<bool, !T::value> {};

template <class T, class U> constexpr bool is_same_v = is_same<T, U>::value;
template <class T> constexpr bool is_const_v = is_const<T>::value;
template <class T> constexpr bool is_volatile_v = is_volatile<T>::value;
template <class T> constexpr bool is_reference_v = is_reference<T>::value;
template <class T> constexpr bool is_lvalue_reference_v = is_lvalue_reference<T>::value;
template <class T> constexpr bool is_pointer_v = is_pointer<T>::value;
template <class T> constexpr bool is_void_v = is_void<T>::value;
template <class T> constexpr bool is_integral_v = is_integral<T>::value;
template <class T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> constexpr bool is_signed_v = is_signed<T>::value;
template <class T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <class T> constexpr bool negation_v = negation<T>::value;

template <class T> struct alignment_of : integral_constant<unsigned long, alignof(T)> {};
template <unsigned long Len, unsigned long Align> struct aligned_storage {
  struct type { alignas(Align) unsigned char data[Len]; };
};
template <unsigned long Len, unsigned long Align> using aligned_storage_t = typename aligned_storage<Len, Align>::type;

}  // namespace std
