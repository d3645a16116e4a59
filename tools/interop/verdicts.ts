import { spawnSync } from "node:child_process";
import { createPublicKey, hash, verify } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { encode } from "uqr";
import { checkLinkInPdf } from "#verify/compact-statement.ts";
import { commitmentOf } from "#verify/saved-proof.ts";
import { standsInList } from "#verify/status-list.ts";
import { readCode } from "#verify/verdict.ts";
import { type Artefacts, type Saved, site, statusOf } from "./artefacts.ts";
import { receipts, registers } from "./signed-tokens.ts";
import {
  alterations,
  alteredTokens,
  always,
  type Answers,
  exitsWell,
  goPath,
  hasGo,
  isInstalled,
  outputOf,
  tokenOf,
  type Tool,
  type Verdict,
} from "./tool.ts";
import { wallet } from "./wallet.ts";

type JudgeStatement = (statement: string, list: string) => Promise<boolean>;

/** Asks about statements with their status lists. */
async function askAboutStatements(made: Artefacts, stands: JudgeStatement): Promise<Answers> {
  const { genuine, withdrawn, statusList } = made;
  const verdict = async (statement: string, list = statusList): Promise<Verdict> =>
    stands(statement, list).then(
      (does) => (does ? "accepted" : "withdrawn"),
      () => "refused",
    );
  const token = tokenOf(genuine.statement);
  const altered = [
    ...alteredTokens(token).map((other) => verdict(genuine.statement.replace(token, other))),
    ...alteredTokens(statusList).map((other) => verdict(genuine.statement, other)),
  ];
  return {
    genuine: await verdict(genuine.statement),
    withdrawn: await verdict(withdrawn.statement),
    altered: await Promise.all(altered),
  };
}

const jose: Tool["ask"] = (made) => {
  const keys = createLocalJWKSet({ keys: made.keys.jwks.keys.map((key) => ({ ...key })) });
  return askAboutStatements(made, async (statement, list) => {
    await jwtVerify(tokenOf(statement), keys, { issuer: site, typ: "dc+sd-jwt", algorithms: ["ES256"] });
    const { idx, uri } = statusOf(statement);
    const options = { subject: uri, typ: "statuslist+jwt", algorithms: ["ES256"] };
    const { payload } = await jwtVerify<{ status_list: { lst: string } }>(list, keys, options);
    const bits = inflateSync(Buffer.from(payload.status_list.lst, "base64url"));
    return ((bits[idx >> 3] ?? 0xff) & (1 << (idx & 7))) === 0;
  });
};

const sdJwtVc: Tool["ask"] = (made) =>
  askAboutStatements(made, async (statement, list) => {
    let stands = false;
    const verifier = async (data: string, signature: string) => {
      const { kid } = decodeProtectedHeader(`${data}.${signature}`);
      const jwk = made.keys.jwks.keys.find((one) => one.kid === kid);
      if (!jwk) return false;
      const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
      const signed = Buffer.from(signature, "base64url");
      return verify("sha256", Buffer.from(data), { key, dsaEncoding: "ieee-p1363" }, signed);
    };
    const instance = new SDJwtVcInstance({
      hashAlg: "sha-256",
      hasher: (data) => hash("sha256", typeof data === "string" ? data : Buffer.from(data), "buffer"),
      verifier,
      statusListFetcher: async () => list,
      statusValidator: async (status) => void (stands = status === 0),
    });
    await instance.verify(statement);
    return stands;
  });

const openssl: Tool["ask"] = async ({ checkpoint, keys }, folder) => {
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const key = createPublicKey({ key: { ...keys.log_keys[0] }, format: "jwk" }).export({ format: "pem", type: "spki" });
  const pem = file("log.pem", key);
  const [end, line] = [checkpoint.indexOf("\n\n") + 1, checkpoint.lastIndexOf(" ") + 1];
  const verdict = (note: string): Verdict => {
    const signature = Buffer.from(note.slice(line), "base64").subarray(4);
    const files = ["-in", file("text", note.slice(0, end)), "-sigfile", file("signature", signature)];
    return exitsWell("openssl", ["pkeyutl", "-verify", "-pubin", "-inkey", pem, "-rawin", ...files])
      ? "accepted"
      : "refused";
  };
  // OpenSSL sees neither the name nor the key id.
  const isSigned = (at: number) => at < end || (at > line + 6 && at < checkpoint.length - 4);
  return { genuine: verdict(checkpoint), withdrawn: null, altered: alterations(checkpoint, isSigned).map(verdict) };
};

const tlog: Tool["ask"] = async ({ genuine, withdrawn, verifier, checkpoint: newest, leaves }) => {
  const question = async ({ statement, log }: Saved) => {
    const [head = "", ...note] = log.split("\n\n");
    const [, , index = "", ...siblings] = head.split("\n");
    const commitment = Buffer.from(await commitmentOf({ statement, log })).toString("base64");
    return {
      verifier,
      checkpoint: note.join("\n\n"),
      newest,
      leaf: `attestry/v1 published\n${commitment}\n`,
      index: Number(index.slice("index ".length)),
      path: siblings,
      leaves,
    };
  };
  const own = await question(genuine);
  const inside = (text: string) => (at: number) => at < text.length - 4;
  const altered = [
    ...alterations(own.checkpoint, inside(own.checkpoint)).map((checkpoint) => ({ ...own, checkpoint })),
    ...alterations(newest, inside(newest)).map((other) => ({ ...own, newest: other })),
    ...alterations(own.leaf).map((leaf) => ({ ...own, leaf })),
    ...own.path.flatMap((line, at) =>
      alterations(line, inside(line)).map((other) => ({ ...own, path: own.path.with(at, other) })),
    ),
    ...leaves.flatMap((leaf, at) => alterations(leaf).map((other) => ({ ...own, leaves: leaves.with(at, other) }))),
    { ...own, index: own.index + 1 },
    { ...own, leaves: leaves.slice(0, -1) },
  ];
  const asked = [own, await question(withdrawn), ...altered];
  const { stdout } = spawnSync("go", ["run", "tools/interop/read_log.go"], {
    env: { ...process.env, GOPATH: goPath, GO111MODULE: "off" },
    input: JSON.stringify(asked),
    encoding: "utf8",
  });
  const [first = "refused", second = "refused", ...others] = stdout.trim().split("\n") as Verdict[];
  return { genuine: first, withdrawn: second, altered: altered.map((_, at) => others[at] ?? "accepted") };
};

/** Reads the QR code of a slip's page, as a picture. Who signed it, `packages/verify` says. */
const reader =
  (textIn: (picture: string) => string): Tool["ask"] =>
  async ({ genuine, withdrawn, keys, statusList: token }, folder) => {
    const verdict = async (picture: string): Promise<Verdict> => {
      const reading = await readCode(textIn(picture), { origins: [site], keys });
      if (reading.kind !== "statement") return "refused";
      const asked = { ...reading.statement, origins: [site], keys: keys.jwks.keys, now: Date.now() };
      const stands = await standsInList(token, asked);
      return stands === null ? "refused" : stands ? "accepted" : "withdrawn";
    };
    const page = (name: string, { slip }: Saved) => {
      const file = path.join(folder, name);
      writeFileSync(file, slip);
      spawnSync("pdftoppm", ["-r", "200", "-png", "-singlefile", file, file]);
      return `${file}.png`;
    };
    const link = checkLinkInPdf(Uint8Array.from(genuine.slip)) ?? "";
    const begin = link.indexOf("#") + 1;
    const altered = alterations(link, (at) => at >= begin && at < link.length - 1).map((other, at) =>
      drawn(path.join(folder, `altered-${at}.pgm`), other),
    );
    return {
      genuine: await verdict(page("genuine.pdf", genuine)),
      withdrawn: await verdict(page("withdrawn.pdf", withdrawn)),
      altered: await Promise.all(altered.map(verdict)),
    };
  };

/** Draws a QR code as a picture. */
function drawn(file: string, text: string): string {
  const scale = 6;
  const { data, size } = encode(text, { border: 4 });
  const rows = data.map((row) =>
    row
      .map((isDark) =>
        Array(scale)
          .fill(isDark ? 0 : 255)
          .join(" "),
      )
      .join(" "),
  );
  const lines = rows.flatMap((row) => Array<string>(scale).fill(row));
  writeFileSync(file, `P2 ${size * scale} ${size * scale} 255\n${lines.join("\n")}\n`);
  return file;
}

const statements = "statement, status list";

export const tools: readonly Tool[] = [
  { artefact: statements, name: "jose", isThere: always, ask: jose },
  { artefact: statements, name: "@sd-jwt/sd-jwt-vc", isThere: always, ask: sdJwtVc },
  {
    artefact: "offer, copy in a wallet, its presentation",
    name: "@openid4vc/openid4vci, openid4vp",
    isThere: always,
    ask: wallet,
  },
  { artefact: "receipt", name: "jose", isThere: always, ask: receipts },
  { artefact: "register, and a statement by its keys", name: "jose", isThere: always, ask: registers },
  { artefact: "checkpoint", name: "OpenSSL", isThere: () => isInstalled("openssl"), ask: openssl },
  {
    artefact: "checkpoints, inclusion, all leaves",
    name: "golang.org/x/mod/sumdb",
    isThere: hasGo,
    ask: tlog,
  },
  {
    artefact: "slip",
    name: "zbar",
    isThere: () => ["zbarimg", "pdftoppm"].every(isInstalled),
    ask: reader((picture) => outputOf("zbarimg", ["--quiet", "--raw", picture]).trim()),
  },
  {
    artefact: "slip",
    name: "ZXing-C++",
    isThere: () => ["ZXingReader", "pdftoppm"].every(isInstalled),
    ask: reader((picture) => /https?:\S+?(?="?$)/m.exec(outputOf("ZXingReader", [picture]))?.[0] ?? ""),
  },
];
