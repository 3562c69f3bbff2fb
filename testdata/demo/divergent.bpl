// Kernel reverse of divergent.cu:5, two arbitrary threads
// blockDim = 128x1x1, gridDim = 4x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;
const group_id_x:   int;
const group_id_x$1: int;
const group_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 128;
axiom 0 <= local_id_x$2 && local_id_x$2 < 128;
axiom 0 <= group_id_x && group_id_x < 4;
axiom 0 <= group_id_x$1 && group_id_x$1 < 4;
axiom 0 <= group_id_x$2 && group_id_x$2 < 4;

// Parameters, the same for all threads
const n: int;

axiom IS_I32(n);

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array tile (shared)
var READ_HAS_OCCURRED_tile:  bool;
var READ_OFFSET_tile:        int;
var READ_SOURCE_tile:        int;
var WRITE_HAS_OCCURRED_tile: bool;
var WRITE_OFFSET_tile:       int;
var WRITE_SOURCE_tile:       int;

procedure {:inline 1} LOG_READ_tile(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_tile, READ_OFFSET_tile, READ_SOURCE_tile;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_tile := true;
    READ_OFFSET_tile := offset;
    READ_SOURCE_tile := source;
  }
}

procedure CHECK_READ_tile(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_tile && WRITE_OFFSET_tile == offset);

procedure {:inline 1} LOG_WRITE_tile(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_tile, WRITE_OFFSET_tile, WRITE_SOURCE_tile;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_tile := true;
    WRITE_OFFSET_tile := offset;
    WRITE_SOURCE_tile := source;
  }
}

procedure CHECK_WRITE_tile(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_tile && WRITE_OFFSET_tile == offset);
  requires !(P && READ_HAS_OCCURRED_tile && READ_OFFSET_tile == offset);

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
    assume !READ_HAS_OCCURRED_tile;
    assume !WRITE_HAS_OCCURRED_tile;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure reverse()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_tile && !WRITE_HAS_OCCURRED_tile;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_tile, READ_OFFSET_tile, READ_SOURCE_tile, WRITE_HAS_OCCURRED_tile,
      WRITE_OFFSET_tile, WRITE_SOURCE_tile, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out,
      WRITE_SOURCE_out;
{
  var alive$1: bool;
  var alive$2: bool;
  var i$1:     int;
  var i$2:     int;
  var if_9$1:  bool;
  var if_9$2:  bool;
  var t$1:     int;
  var t$2:     int;

  // divergent.cu:5: __global__ void reverse(const int *in, int *out, int n) {
  alive$1 := true;
  alive$2 := true;
  // divergent.cu:7: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // divergent.cu:8: int i = blockIdx.x * blockDim.x + t;
  i$1 := group_id_x * 128 + t$1;
  i$2 := group_id_x * 128 + t$2;
  // divergent.cu:9: if (i >= n) return;
  if_9$1 := i$1 >= n;
  if_9$2 := i$2 >= n;
  alive$1 := alive$1 && !if_9$1;
  alive$2 := alive$2 && !if_9$2;
  // divergent.cu:10: tile[t] = in[i];
  call LOG_WRITE_tile(alive$1, t$1, 0);
  call CHECK_WRITE_tile(alive$2, t$2);
  // divergent.cu:11: __syncthreads();                              // want "barrier divergence"
  assert alive$1 == alive$2;
  call BARRIER(alive$1, alive$2);
  // divergent.cu:12: out[i] = tile[t];
  call LOG_READ_tile(alive$1, t$1, 2);
  call CHECK_READ_tile(alive$2, t$2);
  call LOG_WRITE_out(alive$1, i$1, 3);
  call CHECK_WRITE_out(alive$2, i$2);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure reverse_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !WRITE_HAS_OCCURRED_out;
  modifies WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var alive_2$1: bool;
  var alive_2$2: bool;
  var i$1:       int;
  var i$2:       int;
  var if_9_2$1:  bool;
  var if_9_2$2:  bool;
  var t$1:       int;
  var t$2:       int;

  // divergent.cu:5: __global__ void reverse(const int *in, int *out, int n) {
  alive_2$1 := true;
  alive_2$2 := true;
  // divergent.cu:7: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // divergent.cu:8: int i = blockIdx.x * blockDim.x + t;
  i$1 := group_id_x$1 * 128 + t$1;
  i$2 := group_id_x$2 * 128 + t$2;
  // divergent.cu:9: if (i >= n) return;
  if_9_2$1 := i$1 >= n;
  if_9_2$2 := i$2 >= n;
  alive_2$1 := alive_2$1 && !if_9_2$1;
  alive_2$2 := alive_2$2 && !if_9_2$2;
  // divergent.cu:12: out[i] = tile[t];
  call LOG_WRITE_out(alive_2$1, i$1, 4);
  call CHECK_WRITE_out(alive_2$2, i$2);
}
