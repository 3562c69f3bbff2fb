// Compiles WebAssembly that a server sends, which may have been asked before.
export async function compiled(url, asked = fetch(url)) {
  const response = await asked;
  if (!response.ok) throw new Error(url + ": " + response.status);
  // Servers that know what the file is let the browser unpack it.
  if (response.headers.get("Content-Encoding") === "gzip" && response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}
