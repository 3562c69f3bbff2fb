// Kernel k of 02_loop_carried_war_bug.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie /contractInfer stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

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

// Candidate loop invariants: Houdini keeps those that hold
const {:existential true} _b0: bool;
const {:existential true} _b1: bool;
const {:existential true} _b2: bool;
const {:existential true} _b3: bool;
const {:existential true} _b4: bool;
const {:existential true} _b5: bool;
const {:existential true} _b6: bool;
const {:existential true} _b7: bool;
const {:existential true} _b8: bool;

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
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_tile && !WRITE_HAS_OCCURRED_tile;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_tile, READ_OFFSET_tile, READ_SOURCE_tile, WRITE_HAS_OCCURRED_tile,
      WRITE_OFFSET_tile, WRITE_SOURCE_tile, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out,
      WRITE_SOURCE_out;
{
  var it:       int;
  var it_start: int;
  var t$1:      int;
  var t$2:      int;

  // 02_loop_carried_war_bug.cu:5: int t = threadIdx.x, acc = 0;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 02_loop_carried_war_bug.cu:6: for (int it = 0; it < 4; ++it) {
  it := 0;
  it_start := it;
  while (it < 4)
    invariant {:tag "log-empty"} _b0 ==> !WRITE_HAS_OCCURRED_tile;
    invariant {:tag "log-empty"} _b1 ==> !READ_HAS_OCCURRED_tile;
    invariant {:tag "counter-bound"} _b2 ==> it_start <= it;
    invariant {:tag "counter-guard"} _b3 ==> it == it_start || it <= 4;
    invariant {:tag "range"} _b4 ==> 0 <= it;
    invariant {:tag "access-offset"}
        _b5 ==> WRITE_HAS_OCCURRED_tile ==> WRITE_OFFSET_tile == local_id_x$1;
    invariant {:tag "access-offset"}
        _b6 ==> READ_HAS_OCCURRED_tile ==> READ_OFFSET_tile == 63 - local_id_x$1;
    invariant {:tag "access-entered"} _b7 ==> WRITE_HAS_OCCURRED_tile ==> !(it == it_start);
    invariant {:tag "access-entered"} _b8 ==> READ_HAS_OCCURRED_tile ==> !(it == it_start);
  {
    // 02_loop_carried_war_bug.cu:7: tile[t] = in[it * 64 + t];  // want "read-write race on tile"
    call LOG_WRITE_tile(true, t$1, 0);
    call CHECK_WRITE_tile(true, t$2);
    // 02_loop_carried_war_bug.cu:8: __syncthreads();
    call BARRIER(true, true);
    // 02_loop_carried_war_bug.cu:9: acc += tile[63 - t];  // want "read-write race on tile"
    call LOG_READ_tile(true, 63 - t$1, 1);
    call CHECK_READ_tile(true, 63 - t$2);
    // 02_loop_carried_war_bug.cu:6: for (int it = 0; it < 4; ++it) {
    it := it + 1;
  }
  // 02_loop_carried_war_bug.cu:11: out[t] = acc;
  call LOG_WRITE_out(true, t$1, 2);
  call CHECK_WRITE_out(true, t$2);
}
