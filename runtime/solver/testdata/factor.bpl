// Z3 would have to find the two factors of a 64-bit number.
function {:bvbuiltin "bvmul"} MUL(bv64, bv64): bv64;
function {:bvbuiltin "bvult"} ULT(bv64, bv64): bool;

procedure easy(x: int)
{
  assert x > 0;
}

procedure hard(a: bv64, b: bv64)
{
  assert ULT(1bv64, a) && ULT(1bv64, b) && ULT(a, 4294967296bv64) && ULT(b, 4294967296bv64)
    ==> MUL(a, b) != 18446743979220271189bv64;
}
