// Z3 would have to find the two factors of a 121-bit number.
function {:bvbuiltin "bvmul"} MUL(bv128, bv128): bv128;
function {:bvbuiltin "bvult"} ULT(bv64, bv64): bool;

procedure easy(x: int)
{
  assert x > 0;
}

procedure hard(a: bv64, b: bv64)
{
  assert ULT(1bv64, a) && ULT(1bv64, b) ==> MUL(0bv64 ++ a, 0bv64 ++ b) != 144115188075855860bv64 ++ 5764607523034234973bv64;
}
