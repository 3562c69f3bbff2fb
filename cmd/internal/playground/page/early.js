// gv2, which takes longest to load and to compile, and the first worker: where the browser answers, the page begins with them.
import { compiled } from "./compiled.js";

export const gv2 = compiled("gv2.wasm.gz");
gv2.catch(() => {}); // whoever runs something is told
export const worker = new Worker("worker.js", { name: "gv2" });
