// The editor: CodeMirror with what CUDA adds to C++. esbuild makes editor.js of it.
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView, Decoration, MatchDecorator, ViewPlugin, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting, foldGutter, foldKeymap } from "@codemirror/language";
import { cpp } from "@codemirror/lang-cpp";
import { lintGutter, setDiagnostics, lintKeymap, nextDiagnostic } from "@codemirror/lint";
import { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { classHighlighter } from "@lezer/highlight";

const cuda = new MatchDecorator({
  regexp: /\b(?:__(?:global|device|host|shared|constant|managed|restrict|launch_bounds|grid_constant|noinline|forceinline)__|(?:thread|block)Idx|(?:block|grid)Dim|warpSize|__sync\w+|__thread\w+|__shfl\w+|__(?:any|all|ballot|activemask|match)\w*|__ldg|atomic[A-Z]\w*|(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]|dim3|__(?:requires|assume|assert|invariant)\w*)\b/g,
  decoration: Decoration.mark({ class: "cm-cuda" }),
});
const cudaWords = ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = cuda.createDeco(view); }
  update(update) { this.decorations = cuda.updateDeco(update, this.decorations); }
}, { decorations: v => v.decorations });

// Lines that belong to what is shown elsewhere on the page, and lines with faults.
const setLines = StateEffect.define();
const lines = cls => StateField.define({
  create: () => Decoration.none,
  update(deco, tr) {
    deco = deco.map(tr.changes);
    for (const e of tr.effects) if (e.is(setLines) && e.value.cls === cls) {
      const numbers = [...new Set(e.value.numbers)].filter(n => n >= 1 && n <= tr.state.doc.lines).sort((a, b) => a - b);
      deco = Decoration.set(numbers.map(n => Decoration.line({ class: cls }).range(tr.state.doc.line(n).from)));
    }
    return deco;
  },
  provide: f => EditorView.decorations.from(f),
});

export function create(parent, { changed, cursor, run }) {
  let quiet = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
        indentUnit.of("  "), EditorState.tabSize.of(2), cpp(), syntaxHighlighting(classHighlighter), cudaWords, lines("cm-linked"), lines("cm-fault"),
        EditorView.contentAttributes.of({ "aria-label": "CUDA program" }),
        keymap.of([
          { key: "Mod-Enter", run: () => { run(); return true; }, preventDefault: true },
          { key: "F8", run: nextDiagnostic },
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap,
        ]),
        EditorView.updateListener.of(u => {
          if (u.docChanged && !quiet) changed();
          if (u.selectionSet) cursor(u.state.doc.lineAt(u.state.selection.main.head).number);
        }),
      ],
    }),
  });
  const paint = (cls, numbers) => view.dispatch({ effects: setLines.of({ cls, numbers }) });
  return {
    get: () => view.state.doc.toString(),
    set(text) {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, effects: EditorView.scrollIntoView(0) });
      quiet = false;
    },
    // problems have line, col, severity (error, warning, info) and message.
    mark(problems) {
      const doc = view.state.doc;
      view.dispatch(setDiagnostics(view.state, problems.filter(p => p.line >= 1 && p.line <= doc.lines).map(p => {
        const line = doc.line(p.line), indent = line.text.length - line.text.trimStart().length;
        const from = Math.min(line.to, line.from + Math.max(0, p.col ? p.col - 1 : indent));
        const word = /^(?:\w+|.)?/.exec(doc.sliceString(from, line.to))[0].length;
        return { from, to: Math.min(line.to, from + Math.max(1, word)), severity: p.severity, message: p.message };
      })));
      paint("cm-fault", problems.filter(p => p.severity === "error").map(p => p.line));
    },
    // Shows lines that belong to what is chosen elsewhere.
    link(numbers, scroll) {
      paint("cm-linked", numbers);
      if (scroll && numbers[0] >= 1 && numbers[0] <= view.state.doc.lines) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(numbers[0]).from, { y: "center" }) });
    },
    go(line, col = 1) {
      const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({ selection: { anchor: Math.min(at.to, at.from + col - 1) }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
