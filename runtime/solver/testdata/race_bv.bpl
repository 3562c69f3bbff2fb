// One thread writes a[x], the other a[x + 1], in a loop.
const local_id_x$1: bv32;
const local_id_x$2: bv32;
axiom local_id_x$1 != local_id_x$2;
axiom ULT(local_id_x$1, 64bv32) && ULT(local_id_x$2, 64bv32);

function {:bvbuiltin "bvadd"} ADD(bv32, bv32): bv32;
function {:bvbuiltin "bvult"} ULT(bv32, bv32): bool;

var WRITE_HAS_OCCURRED_a: bool;
var WRITE_OFFSET_a: bv32;
var a: [bv32]bv32;

procedure {:inline 1} LOG_WRITE_a(p: bool, offset: bv32)
  modifies WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a;
{
  var track: bool;
  havoc track;
  if (p && track) {
    WRITE_HAS_OCCURRED_a := true;
    WRITE_OFFSET_a := offset;
  }
}

procedure CHECK_WRITE_a(p: bool, offset: bv32);
  requires !(p && WRITE_HAS_OCCURRED_a && WRITE_OFFSET_a == offset);

procedure k(n$1: bv32, n$2: bv32)
  requires !WRITE_HAS_OCCURRED_a;
  modifies WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a, a;
{
  var i: bv32;
  i := 0bv32;
  while (ULT(i, n$1))
  {
    WRITE_HAS_OCCURRED_a := false;
    call LOG_WRITE_a(true, local_id_x$1);
    a[local_id_x$1] := i;
    assume {:captureState "s1"} true;
    call CHECK_WRITE_a(true, ADD(local_id_x$2, 1bv32));
    i := ADD(i, 1bv32);
    assume {:captureState "s2"} true;
    assert ULT(i, 5bv32);
  }
}

procedure safe(n: bv32)
  requires !WRITE_HAS_OCCURRED_a;
  modifies WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a;
{
  call LOG_WRITE_a(true, local_id_x$1);
  call CHECK_WRITE_a(true, local_id_x$2);
}
