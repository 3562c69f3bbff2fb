// cuda::std is std for device code.

namespace cuda {
using ::std::maximum;
using ::std::minimum;
namespace std = ::std;
}  // namespace cuda
