// Kernel moe of 22_continue_over_barrier_bug.cu:4, two arbitrary threads
// blockDim = 128x1x1, gridDim = 16x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie /contractInfer stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;
const group_id_x:   int;
const group_id_x$1: int;
const group_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 128;
axiom 0 <= local_id_x$2 && local_id_x$2 < 128;
axiom 0 <= group_id_x && group_id_x < 16;
axiom 0 <= group_id_x$1 && group_id_x$1 < 16;
axiom 0 <= group_id_x$2 && group_id_x$2 < 16;

// Parameters, the same for all threads
const k:       int;
const experts: int;

axiom IS_I32(k);
axiom IS_I32(experts);

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }
function {:inline} IS_U32(x: int): bool { 0 <= x && x < 4294967296 }

// Array expert (global)
const expert: [int]int;  // never written

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

// Array y (global)
var WRITE_HAS_OCCURRED_y: bool;
var WRITE_OFFSET_y:       int;
var WRITE_SOURCE_y:       int;

procedure {:inline 1} LOG_WRITE_y(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_y, WRITE_OFFSET_y, WRITE_SOURCE_y;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_y := true;
    WRITE_OFFSET_y := offset;
    WRITE_SOURCE_y := source;
  }
}

procedure CHECK_WRITE_y(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_y && WRITE_OFFSET_y == offset);

// Candidate loop invariants: Houdini keeps those that hold
const {:existential true} _b0:  bool;
const {:existential true} _b1:  bool;
const {:existential true} _b2:  bool;
const {:existential true} _b3:  bool;
const {:existential true} _b4:  bool;
const {:existential true} _b5:  bool;
const {:existential true} _b6:  bool;
const {:existential true} _b7:  bool;
const {:existential true} _b8:  bool;
const {:existential true} _b9:  bool;
const {:existential true} _b10: bool;
const {:existential true} _b11: bool;
const {:existential true} _b12: bool;
const {:existential true} _b13: bool;
const {:existential true} _b14: bool;
const {:existential true} _b15: bool;
const {:existential true} _b16: bool;
const {:existential true} _b17: bool;
const {:existential true} _b18: bool;
const {:existential true} _b19: bool;
const {:existential true} _b20: bool;
const {:existential true} _b21: bool;
const {:existential true} _b22: bool;
const {:existential true} _b23: bool;
const {:existential true} _b24: bool;
const {:existential true} _b25: bool;
const {:existential true} _b26: bool;
const {:existential true} _b27: bool;
const {:existential true} _b28: bool;
const {:existential true} _b29: bool;

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
{
  if (P$1 && P$2) {
    assume !READ_HAS_OCCURRED_tile;
    assume !WRITE_HAS_OCCURRED_tile;
    assume !WRITE_HAS_OCCURRED_y;
  }
}

// Two threads of one block.
procedure moe()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_tile && !WRITE_HAS_OCCURRED_tile;
  requires !WRITE_HAS_OCCURRED_y;
  modifies READ_HAS_OCCURRED_tile, READ_OFFSET_tile, READ_SOURCE_tile, WRITE_HAS_OCCURRED_tile,
      WRITE_OFFSET_tile, WRITE_SOURCE_tile, WRITE_HAS_OCCURRED_y, WRITE_OFFSET_y, WRITE_SOURCE_y;
{
  var any_u32$1:    int;
  var any_u32$2:    int;
  var base$1:       int;
  var base$2:       int;
  var base_start$1: int;
  var base_start$2: int;
  var e$1:          int;
  var e$2:          int;
  var if_10$1:      bool;
  var if_10$2:      bool;
  var if_14$1:      bool;
  var if_14$2:      bool;
  var iter_8$1:     bool;
  var iter_8$2:     bool;
  var iteration$1:  int;
  var iteration$2:  int;
  var j$1:          int;
  var j$2:          int;
  var j_2$1:        int;
  var j_2$2:        int;
  var loop_11$1:    bool;
  var loop_11$2:    bool;
  var row$1:        int;
  var row$2:        int;
  var s:            int;
  var s_start:      int;
  var t$1:          int;
  var t$2:          int;

  // 22_continue_over_barrier_bug.cu:6: int row = blockIdx.x * blockDim.x + threadIdx.x;
  row$1 := group_id_x * 128 + local_id_x$1;
  row$2 := group_id_x * 128 + local_id_x$2;
  // 22_continue_over_barrier_bug.cu:8: for (int s = 0; s < 4; ++s) {
  s := 0;
  s_start := s;
  while (s < 4)
    invariant {:tag "log-empty"} _b20 ==> !WRITE_HAS_OCCURRED_tile;
    invariant {:tag "log-empty"} _b21 ==> !READ_HAS_OCCURRED_tile;
    invariant {:tag "variable-equal"} _b22 ==> base$1 == base$2;
    invariant {:tag "counter-bound"} _b23 ==> s_start <= s;
    invariant {:tag "counter-guard"} _b24 ==> s == s_start || s <= 4;
    invariant {:tag "range"} _b25 ==> 0 <= base$1 && 0 <= base$2;
    invariant {:tag "range"} _b26 ==> 0 <= s;
    invariant {:tag "access-offset"}
        _b27 ==> WRITE_HAS_OCCURRED_tile ==> WRITE_OFFSET_tile == local_id_x$1;
    invariant {:tag "access-entered"} _b28 ==> WRITE_HAS_OCCURRED_tile ==> !(s == s_start);
    invariant {:tag "access-entered"} _b29 ==> READ_HAS_OCCURRED_tile ==> !(s == s_start);
  {
    iter_8$1 := true;
    iter_8$2 := true;
    // 22_continue_over_barrier_bug.cu:9: int e = expert[row * 4 + s];
    t$1 := expert[row$1 * 4 + s];
    t$2 := expert[row$2 * 4 + s];
    assume IS_I32(t$1);
    assume IS_I32(t$2);
    e$1 := t$1;
    e$2 := t$2;
    // 22_continue_over_barrier_bug.cu:10: if (e < 0 || e >= experts) continue;
    if_10$1 := e$1 < 0 || e$1 >= experts;
    if_10$2 := e$2 < 0 || e$2 >= experts;
    iter_8$1 := iter_8$1 && !if_10$1;
    iter_8$2 := iter_8$2 && !if_10$2;
    // 22_continue_over_barrier_bug.cu:11: for (int base = 0; base < k; base += 128) {
    base$1 := (if iter_8$1 then 0 else base$1);
    base$2 := (if iter_8$2 then 0 else base$2);
    loop_11$1 := iter_8$1 && base$1 < k;
    loop_11$2 := iter_8$2 && base$2 < k;
    base_start$1 := base$1;
    base_start$2 := base$2;
    while (loop_11$1 || loop_11$2)
      invariant {:tag "log-empty"} _b0 ==> !WRITE_HAS_OCCURRED_tile;
      invariant {:tag "log-empty"} _b1 ==> loop_11$1 ==> !WRITE_HAS_OCCURRED_tile;
      invariant {:tag "log-empty"} _b2 ==> !READ_HAS_OCCURRED_tile;
      invariant {:tag "log-empty"} _b3 ==> loop_11$1 ==> !READ_HAS_OCCURRED_tile;
      invariant {:tag "predicate-equal"} _b4 ==> loop_11$1 == loop_11$2;
      invariant {:tag "predicate-guard"}
          _b5 ==> (loop_11$1 ==> base$1 < k) && (loop_11$2 ==> base$2 < k);
      invariant {:tag "predicate-guard"}
          _b6 ==> (loop_11$1 ==> iter_8$1) && (loop_11$2 ==> iter_8$2);
      invariant {:tag "variable-equal"} _b7 ==> base$1 == base$2;
      invariant {:tag "variable-equal"} _b8 ==> loop_11$1 && loop_11$2 ==> base$1 == base$2;
      invariant {:tag "counter-bound"} _b9 ==> base_start$1 <= base$1 && base_start$2 <= base$2;
      invariant {:tag "counter-stride"}
          _b10 ==> (base$1 - base_start$1) mod 128 == 0 && (base$2 - base_start$2) mod 128 == 0;
      invariant {:tag "counter-stride"}
          _b11 ==> (s < 4 ==> (base$1 - 0) mod 128 == 0) && (s < 4 ==> (base$2 - 0) mod 128 == 0);
      invariant {:tag "counter-together"} _b12 ==> base$1 - base_start$1 == base$2 - base_start$2;
      invariant {:tag "counter-guard"}
          _b13 ==>
          (base$1 == base_start$1 || base$1 <= k + 127) &&
            (base$2 == base_start$2 || base$2 <= k + 127);
      invariant {:tag "range"} _b14 ==> 0 <= base$1 && 0 <= base$2;
      invariant {:tag "access-offset"}
          _b15 ==> WRITE_HAS_OCCURRED_tile ==> WRITE_OFFSET_tile == local_id_x$1;
      invariant {:tag "access-guard"} _b16 ==> WRITE_HAS_OCCURRED_tile ==> iter_8$1;
      invariant {:tag "access-guard"} _b17 ==> READ_HAS_OCCURRED_tile ==> iter_8$1;
      invariant {:tag "access-entered"}
          _b18 ==> WRITE_HAS_OCCURRED_tile ==> !(base$1 == base_start$1);
      invariant {:tag "access-entered"}
          _b19 ==> READ_HAS_OCCURRED_tile ==> !(base$1 == base_start$1);
    {
      // 22_continue_over_barrier_bug.cu:12: tile[threadIdx.x] = x[base + threadIdx.x];
      call LOG_WRITE_tile(loop_11$1, local_id_x$1, 0);
      call CHECK_WRITE_tile(loop_11$2, local_id_x$2);
      // 22_continue_over_barrier_bug.cu:13: __syncthreads();  // want "barrier divergence"
      assert loop_11$1 == loop_11$2;
      call BARRIER(loop_11$1, loop_11$2);
      // 22_continue_over_barrier_bug.cu:14: for (int j = 0; j < 128; ++j) acc += tile[j] * w[e * k + base + j];
      j$1 := (if loop_11$1 then 0 else j$1);
      j$2 := (if loop_11$2 then 0 else j$2);
      // one arbitrary iteration of the loop stands for all
      havoc any_u32$1;
      assume IS_U32(any_u32$1);
      iteration$1 := (if loop_11$1 then any_u32$1 else iteration$1);
      havoc any_u32$2;
      assume IS_U32(any_u32$2);
      iteration$2 := (if loop_11$2 then any_u32$2 else iteration$2);
      j_2$1 := (if loop_11$1 then j$1 + iteration$1 else j_2$1);
      j_2$2 := (if loop_11$2 then j$2 + iteration$2 else j_2$2);
      if_14$1 := loop_11$1 && j_2$1 < 128;
      if_14$2 := loop_11$2 && j_2$2 < 128;
      call LOG_READ_tile(if_14$1, j_2$1, 2);
      call CHECK_READ_tile(if_14$2, j_2$2);
      // 22_continue_over_barrier_bug.cu:15: __syncthreads();
      assert loop_11$1 == loop_11$2;
      call BARRIER(loop_11$1, loop_11$2);
      // 22_continue_over_barrier_bug.cu:11: for (int base = 0; base < k; base += 128) {
      base$1 := (if loop_11$1 then base$1 + 128 else base$1);
      base$2 := (if loop_11$2 then base$2 + 128 else base$2);
      loop_11$1 := loop_11$1 && base$1 < k;
      loop_11$2 := loop_11$2 && base$2 < k;
    }
    // 22_continue_over_barrier_bug.cu:8: for (int s = 0; s < 4; ++s) {
    s := s + 1;
  }
  // 22_continue_over_barrier_bug.cu:18: y[row] = acc;
  call LOG_WRITE_y(true, row$1, 4);
  call CHECK_WRITE_y(true, row$2);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure moe_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !WRITE_HAS_OCCURRED_y;
  modifies WRITE_HAS_OCCURRED_y, WRITE_OFFSET_y, WRITE_SOURCE_y;
{
  var row$1: int;
  var row$2: int;

  // 22_continue_over_barrier_bug.cu:6: int row = blockIdx.x * blockDim.x + threadIdx.x;
  row$1 := group_id_x$1 * 128 + local_id_x$1;
  row$2 := group_id_x$2 * 128 + local_id_x$2;
  // 22_continue_over_barrier_bug.cu:18: y[row] = acc;
  call LOG_WRITE_y(true, row$1, 5);
  call CHECK_WRITE_y(true, row$2);
}
