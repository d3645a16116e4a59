import { createDecipheriv } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BareImage } from "./bare-images.ts";

function serve({ file, key, place }: BareImage): void {
  const server = createServer((_, outgoing) => {
    void readFile(file).then((sealed) => {
      const bytes = decrypt(key, place, sealed);
      outgoing.writeHead(200, { "Content-Type": "image/webp", "Content-Length": bytes.byteLength }).end(bytes);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

function decrypt(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = decipher.update(sealed.subarray(13, -16));
  decipher.final();
  return plain;
}

process.once("message", serve);
