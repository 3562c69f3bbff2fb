// Quantifiers keep their triggers; a function with a body is an axiom, an inlined one a
// definition; unique constants differ.
type t;
const unique a: t;
const unique b: t;
function f(x: int): int;
function g(x: int): int { f(x) + 1 }
function {:inline} h(x: int): bool { x < 3 }
axiom (forall x: int :: {f(x)} h(x) ==> f(x) == x);

procedure p(x: int)
  requires h(x);
{
  assert g(x) == x + 1;
  assert (exists y: int :: f(y) == y);
  assert a != b;
}
