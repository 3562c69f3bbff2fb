// Who answers: run executes a command line of gv2 on a program; stop ends it. Both engines give what gv2 wrote so far,
// however a run ends.
import { compiled } from "./compiled.js";

// The gv2 that serves the page.
export class Native {
  constructor(config) { this.token = config.token; this.text = "gv2 " + config.version + " on this machine answers."; }
  async ready() {}
  async ask(path, body) {
    return fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Gv2-Token": this.token }, body: JSON.stringify(body) });
  }
  async run(args, program, wrote) {
    const answer = { out: "", err: "", code: null, stopped: false };
    this.id = crypto.randomUUID();
    this.current = answer;
    const gone = why => { answer.err += "gv2: " + why + "\n"; answer.code ??= 5; };
    try {
      const response = await this.ask("run", { id: this.id, args, program });
      if (!response.ok) { gone(await response.text()); return answer; }
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          const part = JSON.parse(line);
          answer.out += part.out ?? "";
          answer.err += part.err ?? "";
          answer.code = part.code ?? answer.code;
          wrote(part);
        }
      }
      if (answer.code === null) gone("gv2 serve has ended");
    } catch (e) {
      gone("gv2 serve does not answer: " + e.message);
    } finally {
      this.current = null;
    }
    return answer;
  }
  stop() {
    if (!this.current) return;
    this.current.stopped = true;
    this.ask("stop", { id: this.id }).catch(() => {});
  }
}

// gv2 and Z3 as WebAssembly. gv2 runs in a worker, which ends with a run that is stopped; each Z3 has a worker of its own.
export class Browser {
  // early is the module of that name.
  constructor(config, early) {
    this.z3Name = config.z3;
    this.text = self.crossOriginIsolated
      ? "gv2 and " + config.z3 + " run in this browser; nothing leaves it."
      : "gv2 runs in this browser without Z3, which needs a page by https or from localhost: the exact engine decides what it can.";
    this.modules = { exact: () => early.exact, gv2: early.gv2 };
    this.partial = true; // gv2 weft, the exact engine, can be asked, and the rest of gv2 is not there yet
    this.start(early.worker);
  }
  // Gives the worker a module.
  async ready(name) {
    const module = await this.modules[name]();
    if (name === "gv2") this.partial = false;
    this.start();
    if (!this.worker.has[name]) this.worker.postMessage({ name, module, z3Name: self.crossOriginIsolated ? this.z3Name : "" });
    this.worker.has[name] = true;
    if (name !== "gv2") return;
    // The first verdict mostly needs no Z3: it is on its way meanwhile, but compiled when it is needed, or there is nothing else to do.
    this.z3Asked ??= fetch("z3-built.wasm.gz");
    this.z3Asked.catch(() => {});
  }
  // Gives the worker Z3.
  prepare() {
    const worker = this.worker;
    if (!worker || worker.hasZ3 || !self.crossOriginIsolated) return;
    worker.hasZ3 = true;
    this.z3 ??= compiled("z3-built.wasm.gz", this.z3Asked);
    this.z3.then(m => worker.postMessage({ z3: m }), e => worker.postMessage({ noZ3: String(e) }));
  }
  start(worker = this.worker ?? new Worker("worker.js", { name: "gv2" })) {
    if (this.worker) return;
    this.worker = worker;
    worker.has = {};
    worker.onmessage = e => {
      const job = this.job, part = e.data;
      if (part.wantsZ3) this.prepare();
      if (!job || worker !== this.worker) return;
      job.answer.out += part.out ?? "";
      job.answer.err += part.err ?? "";
      if (part.out || part.err) job.wrote(part);
      if ("code" in part) this.end(part.code);
      if (part.broken) this.drop(part.broken);
    };
    worker.onerror = e => { e.preventDefault(); if (worker === this.worker) this.drop(e.message); };
  }
  // Ends the worker, which answers nothing any more.
  drop(why) {
    this.worker?.terminate();
    this.worker = null;
    if (this.job) {
      if (why) this.job.answer.err += "gv2: internal error, please report: " + why + "\n";
      this.end(this.job.answer.stopped ? 2 : 5);
    }
  }
  end(code) {
    const { answer, done } = this.job;
    this.job = null;
    answer.code = code;
    done(answer);
    if (this.worker?.has.gv2) this.prepare();
  }
  async run(args, program, wrote) {
    const answer = { out: "", err: "", code: null, stopped: false };
    const name = args[0] === "weft" ? "exact" : "gv2";
    try {
      await this.ready(name);
    } catch (e) {
      answer.err = "gv2: " + name + ".wasm.gz cannot be loaded: " + e.message + "\n";
      answer.code = 5;
      return answer;
    }
    return new Promise(done => {
      this.job = { answer, done, wrote };
      this.worker.postMessage({ name, args, program });
      // All of gv2 comes as soon as it takes nothing from what is compiled for the first answer.
      this.modules.gv2().catch(() => {});
    });
  }
  stop() {
    if (!this.job) return;
    this.job.answer.stopped = true;
    this.drop();
  }
}
