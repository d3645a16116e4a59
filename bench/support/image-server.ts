// Reads, unseals and sends one image. Loads nothing else: in a large program, freeing images takes longer.
import { readFile } from "node:fs/promises";
import { serve } from "#test/support/processes/serve.ts";
import { decrypt } from "./bare-lookup.ts";
import type { SealedImage } from "./published-document.ts";

const { file, key, place } = JSON.parse(String(process.argv[2])) as SealedImage;

process.on("disconnect", () => process.exit());
const { url } = await serve((_, outgoing) => {
  void readFile(file).then((sealed) => {
    const bytes = decrypt(Buffer.from(key, "hex"), place, sealed);
    outgoing.writeHead(200, { "Content-Type": "image/webp", "Content-Length": bytes.byteLength }).end(bytes);
  });
});
process.send?.(url);
