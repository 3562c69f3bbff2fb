// Answers SMT-LIB as `z3 -in -smt2` does. Each text that comes gets one answer.
"use strict";

importScripts("z3-built.js");

let em, context = 0, waiting = [];
const broken = e => postMessage({ broken: "Z3: " + String(e?.message ?? e) });

function fresh() {
  if (context) em._Z3_del_context(context);
  const config = em._Z3_mk_config();
  context = em._Z3_mk_context(config);
  em._Z3_del_config(config);
  em._set_noop_error_handler(context);
}

function evaluate(text) {
  if (!text.trim()) return "";
  try {
    return em.ccall("Z3_eval_smtlib2_string", "string", ["number", "string"], [context, text]);
  } catch (e) {
    // What Z3 throws counts as an error that it reports; anything else has broken it.
    if (e instanceof WebAssembly.RuntimeError || e instanceof RangeError) throw e;
    return '(error "' + String(e?.message ?? e).trim().replaceAll('"', "'") + '")\n';
  }
}

function answer(m) {
  for (const word of m.argv ?? []) {
    const limit = /^memory_max_size=(\d+)$/.exec(word);
    if (limit) em.ccall("Z3_global_param_set", null, ["string", "string"], ["memory_max_size", String(Math.min(Number(limit[1]), 1800))]);
  }
  if (m.text === undefined) return;
  // Limits of time would need a thread, whose start waits for this one: gv2 ends the worker instead.
  let text = m.text.replaceAll(/\(set-option :timeout \d+\)/g, "");
  // The mark comes last, and whatever happens before.
  const mark = /\(echo "(@mark\d+)"\)\s*$/.exec(text);
  if (mark) text = text.slice(0, mark.index);
  const reset = text.indexOf("(reset)");
  let said = "";
  if (reset >= 0) {
    said += evaluate(text.slice(0, reset));
    fresh();
    text = text.slice(reset + "(reset)".length);
  }
  said += evaluate(text);
  postMessage({ said: said + (mark ? mark[1] + "\n" : "") });
}

onmessage = async e => {
  try {
    if (e.data.module) {
      const module = e.data.module;
      em = await initZ3({
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, imports).then(instance => done(instance, module), broken);
          return {};
        },
        print() {}, printErr() {},
      });
      fresh();
      for (const m of waiting) answer(m);
      waiting = [];
    } else if (em) answer(e.data);
    else waiting.push(e.data);
  } catch (e) {
    broken(e);
  }
};
