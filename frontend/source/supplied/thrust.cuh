// The data types of Thrust that device code uses. Its algorithms are the host's here.

namespace thrust {
using std::abs;
using std::arg;
using std::complex;
using std::conj;
using std::exp;
using std::get;
using std::greater;
using std::less;
using std::make_pair;
using std::make_tuple;
using std::maximum;
using std::minimum;
using std::multiplies;
using std::norm;
using std::pair;
using std::plus;
using std::swap;
using std::tuple;
}  // namespace thrust
