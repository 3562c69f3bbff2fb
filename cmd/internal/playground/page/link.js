// A link holds the program and the flags behind its #, so that no server reads them: JSON, deflated, in base64 for addresses.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function encode(what) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(what)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return "p=" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// What a link holds, null if it holds nothing that can be read.
export async function decode(hash) {
  const found = /[#&]p=([\w-]+)/.exec(hash);
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
    const what = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return typeof what.program === "string" ? what : null;
  } catch {
    return null;
  }
}
