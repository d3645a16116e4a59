import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

type RowKey = { id: string; row: KeyObject };

/** Binds what is in a row to a key of the site. Nobody else can make such a row, or change one so that it still holds. */
export type RowKeys = {
  /** A keyed hash of what is in the row. It begins with the id of the key set. */
  bind: (kind: string, content: readonly unknown[]) => Buffer;
  holds: (kind: string, content: readonly unknown[], hash: Uint8Array | null) => boolean;
};

const idLength = 4;
/** 128 bits. */
const hashLength = 16;

export function rowKeysOf(all: readonly [RowKey, ...RowKey[]]): RowKeys {
  const [current] = all;
  return {
    bind: (kind, content) => Buffer.concat([Buffer.from(current.id, "hex"), hashOf(current, kind, content)]),
    holds(kind, content, hash) {
      if (hash?.byteLength !== idLength + hashLength) return false;
      const given = Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength);
      const key = all.find(({ id }) => id === given.toString("hex", 0, idLength));
      return key !== undefined && timingSafeEqual(hashOf(key, kind, content), given.subarray(idLength));
    },
  };
}

/** As JSON, no value can be read as a part of another one. */
const hashOf = ({ row }: RowKey, kind: string, content: readonly unknown[]): Buffer =>
  createHmac("sha256", row)
    .update(JSON.stringify([kind, ...content.map((value) => (value instanceof Uint8Array ? inText(value) : value))]))
    .digest()
    .subarray(0, hashLength);

const inText = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
