// Kernel k of 18_early_return_bug.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Parameters, the same for all threads
const n: int;

axiom IS_I32(n);

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array s (shared)
var READ_HAS_OCCURRED_s:  bool;
var READ_OFFSET_s:        int;
var READ_SOURCE_s:        int;
var WRITE_HAS_OCCURRED_s: bool;
var WRITE_OFFSET_s:       int;
var WRITE_SOURCE_s:       int;

procedure {:inline 1} LOG_READ_s(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_s, READ_OFFSET_s, READ_SOURCE_s;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_s := true;
    READ_OFFSET_s := offset;
    READ_SOURCE_s := source;
  }
}

procedure CHECK_READ_s(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_s && WRITE_OFFSET_s == offset);

procedure {:inline 1} LOG_WRITE_s(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_s, WRITE_OFFSET_s, WRITE_SOURCE_s;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_s := true;
    WRITE_OFFSET_s := offset;
    WRITE_SOURCE_s := source;
  }
}

procedure CHECK_WRITE_s(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_s && WRITE_OFFSET_s == offset);
  requires !(P && READ_HAS_OCCURRED_s && READ_OFFSET_s == offset);

// Array out (global)
var WRITE_HAS_OCCURRED_out: bool;
var WRITE_OFFSET_out:       int;
var WRITE_SOURCE_out:       int;

procedure {:inline 1} LOG_WRITE_out(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_out := true;
    WRITE_OFFSET_out := offset;
    WRITE_SOURCE_out := source;
  }
}

procedure CHECK_WRITE_out(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_out && WRITE_OFFSET_out == offset);

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
{
  if (P$1 && P$2) {
    assume !READ_HAS_OCCURRED_s;
    assume !WRITE_HAS_OCCURRED_s;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_s && !WRITE_HAS_OCCURRED_s;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_s, READ_OFFSET_s, READ_SOURCE_s, WRITE_HAS_OCCURRED_s, WRITE_OFFSET_s,
      WRITE_SOURCE_s, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var alive$1: bool;
  var alive$2: bool;
  var if_6$1:  bool;
  var if_6$2:  bool;
  var t$1:     int;
  var t$2:     int;

  // 18_early_return_bug.cu:3: __global__ void k(const int *in, int *out, int n) {
  alive$1 := true;
  alive$2 := true;
  // 18_early_return_bug.cu:5: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 18_early_return_bug.cu:6: if (t >= n) return;
  if_6$1 := t$1 >= n;
  if_6$2 := t$2 >= n;
  alive$1 := alive$1 && !if_6$1;
  alive$2 := alive$2 && !if_6$2;
  // 18_early_return_bug.cu:7: s[t] = in[t];
  call LOG_WRITE_s(alive$1, t$1, 0);
  call CHECK_WRITE_s(alive$2, t$2);
  // 18_early_return_bug.cu:8: __syncthreads();  // want "barrier divergence"
  assert alive$1 == alive$2;
  call BARRIER(alive$1, alive$2);
  // 18_early_return_bug.cu:9: out[t] = s[n - 1 - t];
  call LOG_READ_s(alive$1, n - 1 - t$1, 2);
  call CHECK_READ_s(alive$2, n - 1 - t$2);
  call LOG_WRITE_out(alive$1, t$1, 3);
  call CHECK_WRITE_out(alive$2, t$2);
}
