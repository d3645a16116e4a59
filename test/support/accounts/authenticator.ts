import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Options as the server sends them to a browser. */
export type CreationOptions = { challenge: string; user: { id: string }; authenticatorSelection?: unknown };
export type RequestOptions = { challenge: string };

/** A software security key. Creates one passkey for a site and uses it. Follows the WebAuthn recommendation. */
export class Authenticator {
  readonly #origin: string;
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(16);
  #counter = 0;
  #userHandle: string | undefined;
  /** If false, the authenticator reports only a touch, not that it verified its user. */
  knowsItsOwner = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, user }: CreationOptions) {
    this.#userHandle = user.id;
    const attestation = cborMap([
      ["fmt", cborText("none")],
      ["attStmt", cborMap([])],
      ["authData", cborBytes(Buffer.concat([this.#about(0x40), this.#credential()]))],
    ]);
    const response = {
      clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    };
    return this.#shown(response);
  }

  get({ challenge }: RequestOptions) {
    this.#counter += 1;
    const clientData = this.#clientData("webauthn.get", challenge);
    const about = this.#about(0);
    const signed = Buffer.concat([about, createHash("sha256").update(clientData).digest()]);
    return this.#shown({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: about.toString("base64url"),
      signature: sign("sha256", signed, this.#key.privateKey).toString("base64url"),
      ...(this.#userHandle !== undefined && { userHandle: this.#userHandle }),
    });
  }

  #shown<Response>(response: Response) {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** Authenticator data: hash of the site, flags (user present, user verified), counter. */
  #about(moreFlags: number): Buffer {
    const site = createHash("sha256").update(new URL(this.#origin).hostname).digest();
    const rest = Buffer.alloc(5);
    rest[0] = 0x01 | (this.knowsItsOwner ? 0x04 : 0) | moreFlags;
    rest.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([site, rest]);
  }

  /** Credential data: model (none), id and public key in COSE. */
  #credential(): Buffer {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const idLength = Buffer.from([0, this.#id.byteLength]);
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
    return Buffer.concat([Buffer.alloc(16), idLength, this.#id, cose]);
  }
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.byteLength), bytes]);
const cborMap = (entries: readonly [string, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])]);
