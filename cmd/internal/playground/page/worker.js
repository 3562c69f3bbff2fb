// Runs gv2 as WebAssembly: each command is a new instance of the module. Its standard streams are messages.
"use strict";

let input = new Uint8Array(), read = 0;
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

function missing(code) {
  const e = new Error(code);
  e.code = code;
  return e;
}
const refuse = code => (...args) => args.at(-1)(missing(code));
globalThis.fs = {
  constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
  writeSync(fd, bytes) {
    const text = decoders[fd]?.decode(bytes, { stream: true });
    if (text) postMessage(fd === 1 ? { out: text } : { err: text });
    return bytes.length;
  },
  write(fd, bytes, offset, length, position, done) { done(null, this.writeSync(fd, bytes.subarray(offset, offset + length))); },
  read(fd, into, offset, length, position, done) {
    if (fd !== 0) return done(missing("EBADF"));
    const n = Math.min(length, input.length - read);
    into.set(input.subarray(read, read + n), offset);
    read += n;
    done(null, n);
  },
  fsync(fd, done) { done(null); },
  close(fd, done) { done(null); },
};
for (const name of ["open", "stat", "lstat", "readdir", "readlink", "unlink"]) globalThis.fs[name] = refuse("ENOENT");
for (const name of ["chmod", "chown", "fchmod", "fchown", "fstat", "ftruncate", "lchown", "link", "mkdir", "rename", "rmdir", "symlink", "truncate", "utimes"]) globalThis.fs[name] = refuse("ENOSYS");

importScripts("wasm_exec.js");

const modules = {};
let go;
let z3, z3Fails = "";
let wantsZ3 = [];
// A solver that nobody has asked anything: starting one takes longer than most questions. Each serves one program, because what Z3
// has seen before changes how it searches, and with it what it finds in time.
let spare = null;

// A Z3 in a worker of its own. said and ended are of the run that has it.
function solver() {
  const z = { worker: new Worker("z3.js", { name: "z3" }), said: null, ended: null, dead: false };
  const die = () => { if (z === spare) spare = null; z.dead = true; z.worker.terminate(); z.ended?.(); };
  z.worker.onmessage = e => {
    if (e.data.broken) { console.warn(e.data.broken); return die(); }
    z.said?.(e.data.said);
  };
  z.worker.onerror = e => { e.preventDefault(); die(); };
  const give = () => z3 ? z.worker.postMessage({ module: z3 }) : die();
  if (z3 || z3Fails) give();
  else {
    wantsZ3.push(give);
    postMessage({ wantsZ3: true });
  }
  return z;
}

function prepare() {
  if (z3 && globalThis.gv2Solvers && !spare) spare = solver();
}

function offer(name) {
  if (!name) return;
  globalThis.gv2Solvers = {
    versions: { z3: name },
    start(argv, said, ended) {
      const z = spare ?? solver(), mine = go;
      spare = null;
      // Nobody listens any more when the program has ended.
      z.said = text => { if (mine === go && !mine.exited) said(text); };
      z.ended = () => { if (mine === go && !mine.exited) ended(); };
      z.worker.postMessage({ argv });
      return {
        write(text) { z.worker.postMessage({ text }); },
        kill() {
          z.said = z.ended = null;
          z.dead = true;
          z.worker.terminate();
        },
      };
    },
  };
}

async function run(name, args, program) {
  input = new TextEncoder().encode(program);
  read = 0;
  let code = 5;
  go = new Go();
  go.argv = ["gv2", ...args];
  go.exit = c => { code = c; };
  const mine = go;
  const instance = await WebAssembly.instantiate(modules[name], go.importObject);
  try {
    await go.run(instance);
  } finally {
    for (const id of mine._scheduledTimeouts.values()) clearTimeout(id);
  }
  for (const fd of [1, 2]) {
    const rest = decoders[fd].decode();
    if (rest) postMessage(fd === 1 ? { out: rest } : { err: rest });
  }
  postMessage({ code });
  prepare();
}

onmessage = e => {
  const m = e.data;
  if (m.module) { modules[m.name] = m.module; offer(m.z3Name); }
  if (m.z3 || m.noZ3) {
    if (!z3 && !z3Fails) {
      z3 = m.z3;
      z3Fails = m.noZ3 ?? "";
      for (const give of wantsZ3) give();
      wantsZ3 = [];
      prepare();
    }
  }
  if (m.args) run(m.name, m.args, m.program).catch(e => postMessage({ broken: String(e?.stack ?? e) }));
};
onunhandledrejection = e => { e.preventDefault(); postMessage({ broken: String(e.reason?.stack ?? e.reason) }); };
