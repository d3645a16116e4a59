import { createSecretKey, hkdfSync } from "node:crypto";
import { type RowKeys, rowKeysOf } from "./row-keys.ts";

/** The keys derived from one secret, each for one purpose. */
export type KeySet = ReturnType<typeof keySetOf>;

/** The first secret seals. All secrets can open. */
export type Keyring = { current: KeySet; all: readonly [KeySet, ...KeySet[]]; rows: RowKeys };

export const minSecretLength = 32;

const keyLength = 32;
const salt = "attestry v1";

function derive(secret: string, label: string, length = keyLength): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, label, length));
}

function keySetOf(secret: string) {
  const key = (label: string) => createSecretKey(derive(secret, label));
  return {
    /** Identifies the key set in wrapped keys. Reveals nothing about the secret. */
    id: derive(secret, "id", 4).toString("hex"),
    wrap: key("wrap"),
    index: key("index"),
    link: key("link"),
    session: key("session"),
    token: key("token"),
    proof: key("proof"),
    log: key("log"),
    backup: key("backup"),
    lastFour: key("last four"),
    samePerson: key("same person"),
    sameFile: key("same file"),
    ownValue: key("own value"),
    row: key("row"),
  };
}

export function openKeyring(secrets: readonly [string, ...string[]]): Keyring {
  const [first, ...older] = secrets;
  const current = keySetOf(first);
  const all = [current, ...older.map(keySetOf)] as const;
  return { current, all, rows: rowKeysOf(all) };
}
