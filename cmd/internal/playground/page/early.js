// What takes longest to load and to compile, and the first worker: where the browser answers, the page begins with them. The
// exact engine alone is half of gv2 and decides what people see first; all of gv2 comes behind it.
import { compiled } from "./compiled.js";

export const exact = compiled("exact.wasm.gz");
exact.catch(() => {}); // whoever runs something is told
let whole = null;
export const gv2 = () => whole ??= compiled("gv2.wasm.gz");
export const worker = new Worker("worker.js", { name: "gv2" });
