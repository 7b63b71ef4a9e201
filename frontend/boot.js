// Loads the page's WebAssembly. A file of its own, since the content policy allows no script inside the HTML; and it is the
// one place that can still say something when the page itself doesn't start.

import init from "./page.js";

try {
  await init({ module_or_path: new URL("page_bg.wasm", import.meta.url) });
} catch (error) {
  const line = document.createElement("p");
  line.id = "boot-error";
  line.setAttribute("role", "alert");
  line.textContent = `The page could not start: ${error}. If the window stays empty, try: brokerscope --safe-rendering`;
  document.body.append(line);
  throw error;
}
