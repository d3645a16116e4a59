import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { python } from "../../../test/support/processes/python.ts";
import { HostileSigner, logJwk } from "../../../test/support/proofs/hostile-signed.ts";
import { type Vectors, verdictsBy } from "../../../test/support/proofs/vector-verdicts.ts";

type File = Vectors & { signing_key: ConstructorParameters<typeof HostileSigner>[1] };

const vectors: File = JSON.parse(readFileSync("docs/proof-vectors.json", "utf8"));
const keys = { ...vectors.keys, keys: [...vectors.keys.keys, logJwk] };
const noOthers = { times: [], endings: [], standings: [], withdrawals: [] };

/** `HOSTILE_INPUTS=4500` takes a minute. */
const count = Number(process.env["HOSTILE_INPUTS"] ?? 400);

test.skipIf(python === "")(
  `docs/check_proof.py says of ${count} hostile contents with genuine signatures what this package says`,
  async () => {
    const drawn = new HostileSigner(98, vectors.signing_key, vectors.site).drawn(count);
    const hostile: Vectors = { ...vectors, ...noOthers, keys, ...drawn };
    const verdicts = verdictsBy(hostile);
    for (const one of hostile.proofs)
      Object.assign(one, await verdicts.proofs(one), { log: undefined, times: undefined });
    for (const one of hostile.shown) Object.assign(one, await verdicts.shown(one));
    for (const one of hostile.slips) Object.assign(one, await verdicts.slips(one));
    for (const one of hostile.statuses) Object.assign(one, await verdicts.statuses(one));
    for (const one of hostile.receipts) Object.assign(one, await verdicts.receipts(one));
    for (const one of hostile.registers) Object.assign(one, await verdicts.registers(one));
    for (const one of hostile.logs) Object.assign(one, await verdicts.logs(one));
    for (const one of hostile.trees) Object.assign(one, await verdicts.trees(one));
    using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-hostile-"));
    const file = path.join(folder.path, "vectors.json");
    writeFileSync(file, JSON.stringify(hostile));
    const { stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "vectors", file]);
    const all = Object.values(drawn).flat();
    expect(stderr.toString() + stdout.toString()).toBe(`${all.length} vectors, each as expected\n`);
    for (const [kind, some] of Object.entries(drawn)) {
      const words = new Set(some.map(({ verdict }) => verdict));
      expect([kind, words.size > 1]).toEqual([kind, true]);
    }
  },
  60_000 + 60 * count,
);
