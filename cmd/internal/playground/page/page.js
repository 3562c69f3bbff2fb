// Makes elements: h("button", {type: "button", onclick}, "text", child).
export function h(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value != null) e.setAttribute(key, value);
  }
  e.append(...children.filter(c => c != null && c !== false));
  return e;
}

export const $ = id => document.getElementById(id);

// gv2 reads the program from its standard input, and names that in messages.
export const placed = text => text.replaceAll("<stdin>:", "line ");
