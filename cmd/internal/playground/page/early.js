// The first worker, which loads and compiles gv2: that takes longest, and where the browser answers the page begins with it.
export const worker = new Worker("worker.js", { name: "gv2" });
// What it has compiled, for the workers after it.
export const gv2 = new Promise((done, fail) => {
  worker.addEventListener("message", e => {
    if (e.data.gv2) done(e.data.gv2);
    if (e.data.noGv2) fail(new Error(e.data.noGv2));
  });
  worker.addEventListener("error", e => fail(new Error(e.message)));
});
gv2.catch(() => {}); // whoever runs something is told
worker.postMessage({ load: "gv2.wasm.gz" });
