import { generateKeyPairSync, sign } from "node:crypto";
import { parseCheckpoint, signatureLine } from "#verify/signed-note.ts";
import { emptyRoot } from "#sealing/merkle.ts";
import { signNote } from "#sealing/note-signatures.ts";
import { WebhookReceiver } from "../webhook-receiver.ts";
import { provesConsistency } from "./tree-proofs.ts";

/** A witness as specified by tlog-witness: it signs only a tree that extends the one that it signed last. */
export class Witness extends WebhookReceiver {
  readonly #keys = generateKeyPairSync("ed25519");
  readonly verifier;
  seen = { size: 0, root: emptyRoot };
  now = Date.now;

  constructor(name = "witness.example/w1") {
    super();
    const publicKey = Buffer.from(this.#keys.publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    this.verifier = { name, type: 4, publicKey };
  }

  override mood = (body: string): [number, string] => {
    const [head = "", ...rest] = body.split("\n\n");
    const [old = "", ...path] = head.split("\n");
    const checkpoint = parseCheckpoint(rest.join("\n\n"));
    if (!checkpoint) return [400, ""];
    if (old !== `old ${this.seen.size}`) return [409, `${this.seen.size}\n`];
    const next = { size: checkpoint.size, root: Buffer.from(checkpoint.root, "base64") };
    const hashes = path.map((line) => Buffer.from(line, "base64"));
    if (!provesConsistency(this.seen, next, hashes)) return [422, ""];
    this.seen = next;
    return [200, this.cosign(checkpoint.text)];
  };

  cosign(text: string, seconds = BigInt(Math.floor(this.now() / 1000))): string {
    const time = Buffer.from(seconds.toString(16).padStart(16, "0"), "hex");
    const signature = () => sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), this.#keys.privateKey);
    return signatureLine(signNote("", this.verifier, () => Buffer.concat([time, signature()])));
  }
}
