// Reads, unseals and sends one image. It loads nothing else: freeing images takes longer beside a large program.
import { readFile } from "node:fs/promises";
import { decrypt } from "./bare-lookup.ts";
import { listen } from "./listen.ts";
import type { SealedImage } from "./published-scan.ts";

const { file, key, place } = JSON.parse(String(process.argv[2])) as SealedImage;

process.on("disconnect", () => process.exit());
process.send?.(
  await listen((_, outgoing) => {
    void readFile(file).then((sealed) => {
      const bytes = decrypt(Buffer.from(key, "hex"), place, sealed);
      outgoing.writeHead(200, { "Content-Type": "image/webp", "Content-Length": bytes.byteLength }).end(bytes);
    });
  }),
);
