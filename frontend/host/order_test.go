package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/host"
	"gv2/frontend/source"
)

// overlapping is host code with a launch of void k(float *a, const float *b, int n): what stands before void run(float *x, float *y,
// Pool *w, int n) and in it, and whether the launch may pass pointers into one array.
type overlapping struct {
	name, before, text string
	overlap            bool
}

func (c overlapping) check(t *testing.T) {
	text := "__global__ void k(float *a, const float *b, int n);\nstruct Pool;\n" + c.before + "\nvoid run(float *x, float *y, Pool *w, int n) { " + c.text + " }\n__global__ void k(float *a, const float *b, int n) { }\n"
	overlap, launches := false, 0
	note := func(same []host.Alias) { launches++; overlap = overlap || len(same) > 0 }
	for _, fn := range kernelsOf(text, source.Options{}) {
		sizes, unknown := fn.sizes()
		for _, s := range sizes {
			note(s.Same)
		}
		for _, u := range unknown {
			note(u.Same)
		}
	}
	assert.Positive(t, launches, c.name)
	assert.Equal(t, c.overlap, overlap, c.name)
}

// TestOrderOfArguments: the order in which arguments and operands are evaluated is not told, so one that changes what another one
// names may come before or after it.
func TestOrderOfArguments(t *testing.T) {
	for _, c := range []overlapping{
		{"a variable beside its exchange", "", "float *v = y; k<<<1, 64>>>(v, std::exchange(v, x), n);", true},
		{"an exchange of another variable", "", "float *v = y, *w = y; k<<<1, 64>>>(x, std::exchange(w, y), n);", false},
		{"a variable beside a call that sets it", "float *set(float *&p, float *q) { p = q; return q; }", "float *v = y; k<<<1, 64>>>(v, set(v, x), n);", true},
		{"a call that reads beside one that sets", "float *g; float *get() { return g; } float *set(float *q) { float *t = g; g = q; return t; }", "g = y; k<<<1, 64>>>(get(), set(x), n);", true},
		{"calls for a function, one that reads and one that sets", "float *g; float *get() { return g; } float *set(float *q) { float *t = g; g = q; return t; } float *id2(float *a, float *b) { return a; }", "g = y; float *z = id2(get(), set(x)); k<<<1, 64>>>(x, z, n);", true},
		{"a variable beside its exchange, for a function", "float *first(float *a, float *b) { return a; }", "float *v = y; float *z = first(v, std::exchange(v, x)); k<<<1, 64>>>(x, z, n);", true},
		{"an index beside its change, for a function", "float *first(float *a, float *b) { return a; }", "float *q[2] = {x, y}; int i = 1; float *z = first(q[i], q[--i]); k<<<1, 64>>>(x, z, n);", true},
		{"what a function keeps of a variable beside its exchange", "float *stat(float *x) { static float *s = x; float *t = s; s = x; return t; } void two(float *a, float *b) {} float *gq;", "gq = x; two(stat(gq), std::exchange(gq, y)); k<<<1, 64>>>(stat(y), y, n);", true},
		{"what a function keeps in a launch", "float *stat(float *x) { static float *s = x; float *t = s; s = x; return t; } float *gq;", "float *c, *d; gq = x; k<<<1, 64>>>(stat(gq), std::exchange(gq, y), n); k<<<1, 64>>>(stat(c), y, n);", true},
		{"operands behind a condition", "float *set(float *&p, float *q) { p = q; return q; }", "float *v = y; float *z = (v != 0) + (set(v, x) != 0) ? v : y; k<<<1, 64>>>(x, z, n);", true},
		{"a variable plus a call that sets it", "int set(float *&p, float *q) { p = q; return 0; }", "float *v = y; float *z = v + set(v, x); k<<<1, 64>>>(x, z, n);", true},
		{"a call that sets a variable plus it", "int set(float *&p, float *q) { p = q; return 0; }", "float *v = y; float *z = set(v, x) + v; k<<<1, 64>>>(y, z, n);", true},
		{"arguments of a method", "struct M { float *p, *q; void two(float *a, float *b) { p = a; q = b; } };", "float *v = y; M m; m.two(v, std::exchange(v, x)); k<<<1, 64>>>(m.p, x, n);", true},
		{"arguments of a constructor", "struct M { float *p, *q; M(float *a, float *b) : p(a), q(b) {} };", "float *v = y; M m(v, std::exchange(v, x)); k<<<1, 64>>>(m.p, x, n);", true},
		{"a list, which has an order", "struct M { float *p, *q; };", "float *v = y; M m{v, std::exchange(v, x)}; k<<<1, 64>>>(m.p, x, n);", false},
		{"the parts of a pair", "", "float *v = y; auto t = std::make_pair(v, std::exchange(v, x)); k<<<1, 64>>>(t.first, x, n);", true},
		{"arguments of a lambda", "", "float *v = y; auto f = [](float *a, float *b) { return a; }; k<<<1, 64>>>(f(v, std::exchange(v, x)), x, n);", true},
		{"a lambda that changes an argument", "", "float *v = y; auto f = [&] { v = x; return n; }; k<<<1, 64>>>(v, x, f());", true},
		{"a lambda in <<< >>> that changes an argument", "", "float *v = y; auto f = [&] { v = x; return 1; }; k<<<f(), 64>>>(v, x, n);", true},
		{"a call in <<< >>> that sets an argument", "int set(float *&p, float *q) { p = q; return 1; }", "float *v = y; k<<<set(v, x), 64>>>(v, x, n);", true},
		{"an array behind a comma that changes the index", "", "float *q[2] = {x, y}; int i = 0; float *z = (i = 1, q)[i]; k<<<1, 64>>>(z, y, n);", true},
		{"three that change one variable", "float *third(float *a, float *b, float *c) { return c; }", "float *v = y; float *z = third(std::exchange(v, x), std::exchange(v, y), v); k<<<1, 64>>>(x, z, n);", true},
		{"three that change another variable", "float *third(float *a, float *b, float *c) { return c; }", "float *v = y; float *z = third(std::exchange(v, y), std::exchange(v, y), v); k<<<1, 64>>>(x, z, n);", false},
		{"calls that only read", "float *g; float *get() { return g; } float *at(int i) { return g + i; } float *id2(float *a, float *b) { return a; }", "g = y; float *z = id2(get(), at(n)); k<<<1, 64>>>(x, z, n);", false},
	} {
		c.check(t)
	}
}

// TestPointersOfNumbers: pointers that are made of numbers, texts and bytes may be any that there is, unless it is known of which
// pointer the number was made.
func TestPointersOfNumbers(t *testing.T) {
	for _, c := range []overlapping{
		{"a text as a pointer", "", "float *p = (float *)strtoull(getenv(\"P\"), 0, 16); k<<<1, 64>>>(x, p, n);", true},
		{"a text as a number", "", "uintptr_t u = strtoull(getenv(\"P\"), 0, 16); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"two texts", "", "float *p = (float *)strtoull(getenv(\"P\"), 0, 16), *q = (float *)strtoull(getenv(\"Q\"), 0, 16); k<<<1, 64>>>(q, p, n);", true},
		{"a text beside an allocation", "", "float *p, *q; cudaMalloc(&q, n); printf(\"%p\", q); p = (float *)strtoull(gets(), 0, 16); k<<<1, 64>>>(q, p, n);", true},
		{"atol", "", "k<<<1, 64>>>(x, (float *)atol(getenv(\"P\")), n);", true},
		{"stoull", "", "k<<<1, 64>>>(x, reinterpret_cast<float *>(std::stoull(getenv(\"P\"))), n);", true},
		{"a number of a stream", "", "unsigned long u; std::cin >> std::hex >> u; k<<<1, 64>>>(x, (float *)u, n);", true},
		{"a number of a text stream", "", "unsigned long u; std::istringstream in(getenv(\"P\")); in >> std::hex >> u; k<<<1, 64>>>(x, (float *)u, n);", true},
		{"a number by sscanf", "", "unsigned long u; sscanf(getenv(\"P\"), \"%lx\", &u); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"the bytes of a pointer as a number", "", "unsigned long u; memcpy(&u, &x, 8); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"the bytes of a pointer in an array", "", "char b[8]; float *p; memcpy(b, &x, 8); memcpy(&p, b, 8); k<<<1, 64>>>(x, p, n);", true},
		{"a number that assembly sets", "", "unsigned long u; asm(\"\" : \"=r\"(u) : \"0\"(x)); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"bits as a number", "", "auto u = std::bit_cast<uintptr_t>(x); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"bits as a number and back", "", "uintptr_t u = std::bit_cast<uintptr_t>(x); k<<<1, 64>>>(x, std::bit_cast<float *>(u), n);", true},
		{"a vector of numbers", "", "std::vector<uintptr_t> v; v.push_back((uintptr_t)x); k<<<1, 64>>>(x, (float *)v[0], n);", true},
		{"a map of numbers", "", "std::map<int, uintptr_t> v; v[3] = (uintptr_t)x; k<<<1, 64>>>(x, (float *)v[3], n);", true},
		{"a number in a member", "struct S { uintptr_t u; };", "S s; s.u = (uintptr_t)x; k<<<1, 64>>>(x, (float *)s.u, n);", true},
		{"a number that a function gives", "uintptr_t bits(float *p) { return (uintptr_t)p; }", "k<<<1, 64>>>(x, (float *)bits(x), n);", true},
		{"a number that a function gave", "uintptr_t bits(float *p) { return (uintptr_t)p; }", "uintptr_t u = bits(x); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"a number at file level", "uintptr_t g; void keep(float *p) { g = (uintptr_t)p; }", "keep(x); k<<<1, 64>>>(x, (float *)g, n);", true},
		{"parameters that are numbers", "void go(uintptr_t u, uintptr_t v, int n) { k<<<1, 64>>>((float *)u, (float *)v, n); }", "go((uintptr_t)x, (uintptr_t)x, n);", true},
		{"parameters that are numbers of two", "void go(uintptr_t u, uintptr_t v, int n) { k<<<1, 64>>>((float *)u, (float *)v, n); }", "go((uintptr_t)x, (uintptr_t)y, n);", false},
		{"parameters of the driver's type", "void go(CUdeviceptr u, CUdeviceptr v, int n) { k<<<1, 64>>>((float *)u, (float *)v, n); }", "go((CUdeviceptr)x, (CUdeviceptr)x, n);", true},
		{"allocations by the driver", "", "CUdeviceptr u, v; cuMemAlloc(&u, n); cuMemAlloc(&v, n); k<<<1, 64>>>((float *)u, (float *)v, n);", false},
		{"an atomic", "", "std::atomic<float *> p{x}; k<<<1, 64>>>(x, p.load(), n);", true},
		{"an atomic that is set", "", "std::atomic<float *> p; p.store(x); k<<<1, 64>>>(x, p.load(), n);", true},
		{"an atomic as a pointer", "", "std::atomic<float *> p; p = x; k<<<1, 64>>>(x, p, n);", true},
		{"what is released", "", "std::unique_ptr<float> p(x); k<<<1, 64>>>(x, p.release(), n);", true},
		{"a value or another one", "", "std::optional<float *> p; k<<<1, 64>>>(x, p.value_or(x), n);", true},
		{"bytes of a file", "", "float *p; in.read((char *)&p, 8); k<<<1, 64>>>(x, p, n);", true},
		{"bytes of a socket", "", "float *p; recv(3, &p, 8, 0); k<<<1, 64>>>(x, p, n);", true},
		{"a row by a function that is not seen", "float *get_row(float *p, int n);", "k<<<1, 64>>>(x, get_row(x, 1), n);", true},
		{"a pointer of thrust", "", "k<<<1, 64>>>(x, thrust::device_pointer_cast(x).get(), n);", true},
		{"two numbers", "", "k<<<1, 64>>>((float *)0x1000, (float *)0x1010, n);", true},
		{"a number beside a parameter", "", "k<<<1, 64>>>(x, (float *)0x1000, n);", true},
		{"a parameter that is a number", "", "k<<<1, 64>>>(x, (float *)(long)n, n);", true},
		{"a number of a hash", "", "k<<<1, 64>>>(x, (float *)std::hash<int>()(n), n);", true},
		{"one number or another", "", "uintptr_t u = strtoull(getenv(\"P\"), 0, 16); if (n) u = (uintptr_t)y; k<<<1, 64>>>(x, (float *)u, n);", true},
		{"a number that is read anew", "", "unsigned long u = (unsigned long)y; sscanf(getenv(\"P\"), \"%lx\", &u); k<<<1, 64>>>(x, (float *)u, n);", true},
		{"the null pointer", "", "k<<<1, 64>>>(x, (float *)0L, n);", false},
	} {
		c.check(t)
	}
}

// TestPointersByHandles: functions that show memory which others show, too.
func TestPointersByHandles(t *testing.T) {
	for _, c := range []overlapping{
		{"mmap twice", "", "float *p = (float *)mmap(0, n, 3, MAP_SHARED, 3, 0), *q = (float *)mmap(0, n, 3, MAP_SHARED, 3, 0); k<<<1, 64>>>(q, p, n);", true},
		{"mmap anon", "", "float *p = (float *)mmap(0, n, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q = (float *)mmap(0, n, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); k<<<1, 64>>>(q, p, n);", false},
		{"mmap and alloc", "", "float *p = (float *)mmap(0, n, 3, MAP_SHARED, 3, 0), *q; cudaMalloc(&q, n); k<<<1, 64>>>(q, p, n);", false},
		{"shmat", "", "float *p = (float *)shmat(n, 0, 0), *q = (float *)shmat(n, 0, 0); k<<<1, 64>>>(q, p, n);", true},
		{"ipc", "", "float *p, *q; cudaIpcOpenMemHandle((void **)&p, h, 0); cudaIpcOpenMemHandle((void **)&q, h, 0); k<<<1, 64>>>(q, p, n);", true},
		{"cuipc", "", "CUdeviceptr p, q; cuIpcOpenMemHandle(&p, h, 0); cuIpcOpenMemHandle(&q, h, 0); k<<<1, 64>>>((float *)q, (float *)p, n);", true},
		{"hostptr", "", "float *d; cudaHostGetDevicePointer((void **)&d, x, 0); k<<<1, 64>>>(x, d, n);", true},
		{"cuhostptr", "", "CUdeviceptr d; cuMemHostGetDevicePointer(&d, x, 0); k<<<1, 64>>>(x, (float *)d, n);", true},
		{"symbol", "__device__ float buf[64];", "float *p, *q; cudaGetSymbolAddress((void **)&p, buf); cudaGetSymbolAddress((void **)&q, buf); k<<<1, 64>>>(p, q, n);", true},
		{"symbols", "__device__ float buf[64], bug[64];", "float *p, *q; cudaGetSymbolAddress((void **)&p, buf); cudaGetSymbolAddress((void **)&q, bug); k<<<1, 64>>>(p, q, n);", false},
		{"module", "", "CUdeviceptr p, q; size_t s; cuModuleGetGlobal(&p, &s, m, \"a\"); cuModuleGetGlobal(&q, &s, m, \"a\"); k<<<1, 64>>>((float *)p, (float *)q, n);", true},
		{"range", "", "CUdeviceptr p; size_t s; cuMemGetAddressRange(&p, &s, (CUdeviceptr)x); k<<<1, 64>>>((float *)p, x, n);", true},
		{"pool", "", "float *p, *q; cudaMallocFromPoolAsync((void **)&p, n, pool, 0); cudaMallocFromPoolAsync((void **)&q, n, pool, 0); k<<<1, 64>>>(p, q, n);", false},
		{"pool import", "", "float *p, *q; cudaMemPoolImportPointer((void **)&p, pool, &d); cudaMemPoolImportPointer((void **)&q, pool, &d); k<<<1, 64>>>(p, q, n);", true},
		{"memmap", "", "CUdeviceptr p, q; cuMemAddressReserve(&p, n, 0, 0, 0); cuMemAddressReserve(&q, n, 0, 0, 0); cuMemMap(p, n, 0, h, 0); cuMemMap(q, n, 0, h, 0); k<<<1, 64>>>((float *)p, (float *)q, n);", true},
		{"external", "", "float *p, *q; cudaExternalMemoryGetMappedBuffer((void **)&p, m, &d); cudaExternalMemoryGetMappedBuffer((void **)&q, m, &d); k<<<1, 64>>>(p, q, n);", true},
		{"graphics", "", "float *p, *q; size_t s; cudaGraphicsResource *r; cudaGraphicsGLRegisterBuffer(&r, n, 0); cudaGraphicsResourceGetMappedPointer((void **)&p, &s, r); cudaGraphicsResourceGetMappedPointer((void **)&q, &s, r); k<<<1, 64>>>(p, q, n);", true},
		{"graphics two", "", "float *p, *q; size_t s; cudaGraphicsResource *r, *t; cudaGraphicsGLRegisterBuffer(&r, n, 0); cudaGraphicsGLRegisterBuffer(&t, n + 1, 0); cudaGraphicsResourceGetMappedPointer((void **)&p, &s, r); cudaGraphicsResourceGetMappedPointer((void **)&q, &s, t); k<<<1, 64>>>(p, q, n);", false},
		{"graphics param two", "void go(cudaGraphicsResource *r, cudaGraphicsResource *t, int n) { float *p, *q; size_t s; cudaGraphicsResourceGetMappedPointer((void **)&p, &s, r); cudaGraphicsResourceGetMappedPointer((void **)&q, &s, t); k<<<1, 64>>>(p, q, n); }", "", false},
		{"glmap", "", "float *p, *q; cudaGLMapBufferObject((void **)&p, n); cudaGLMapBufferObject((void **)&q, n); k<<<1, 64>>>(p, q, n);", true},
		{"nvshmem", "", "k<<<1, 64>>>(x, (float *)nvshmem_ptr(x, 1), n);", true},
		{"memchr", "", "k<<<1, 64>>>(x, (float *)memchr(x, 3, n), n);", true},
		{"pointer attributes", "", "cudaPointerAttributes a; cudaPointerGetAttributes(&a, x); k<<<1, 64>>>(x, (float *)a.devicePointer, n);", true},
		{"managed", "__managed__ float buf[64];", "float *p; cudaGetSymbolAddress((void **)&p, buf); k<<<1, 64>>>(buf, p, n);", true},
		{"registered", "", "float *d; cudaHostRegister(x, n, 0); cudaHostGetDevicePointer(&d, x, 0); k<<<1, 64>>>(x, d, n);", true},
	} {
		c.check(t)
	}
}

// TestPointersIntoDeviceVariables: launches of a kernel that names variables of the device and gets a pointer, which may lead into
// one of them.
func TestPointersIntoDeviceVariables(t *testing.T) {
	for _, c := range []struct {
		text string
		of   []string
	}{
		{"float *p; cudaGetSymbolAddress((void **)&p, buf); k<<<1, 64>>>(p, x);", []string{"buf"}},
		{"float *p; cudaGetSymbolAddress((void **)&p, buf); k<<<1, 64>>>(x, p + 3);", []string{"buf"}},
		{"float *p; cudaGetSymbolAddress((void **)&p, one); k<<<1, 64>>>(x, p);", []string{"one"}},
		{"float *p; cudaGetSymbolAddress((void **)&p, other); k<<<1, 64>>>(x, p);", nil},
		{"k<<<1, 64>>>(x, shown);", []string{"shown"}},
		{"shown[0] = 3; k<<<1, 64>>>(x, y);", nil},
		{"float *p; cudaMalloc(&p, 64); cudaMemcpyToSymbol(buf, x, 64); k<<<1, 64>>>(x, p);", nil},
		{"float *p; cudaGetSymbolAddress((void **)&p, buf); go(x, p);", []string{"buf"}},
		{"float *p; cudaGetSymbolAddress((void **)&p, other); go(x, p);", nil},
	} {
		text := "__device__ float buf[64], one, other[64]; __managed__ float shown[64];\n__device__ float read(int i) { return buf[i] + one; }\n" +
			"__global__ void k(float *a, float *b) { shown[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x] + read(threadIdx.x); }\n" +
			"void go(float *p, float *q) { k<<<1, 64>>>(p, q); }\nvoid run(float *x, float *y) { " + c.text + " }\n"
		var of []string
		for _, fn := range kernelsOf(text, source.Options{}) {
			sizes, _ := fn.sizes()
			for _, s := range sizes {
				for _, a := range s.Same {
					of = append(of, a.Of)
				}
			}
		}
		assert.Equal(t, c.of, of, c.text)
	}
}
