import { createDecipheriv, createHmac } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type pg from "pg";
import type { Keyring } from "#sealing/keyring.ts";

/**
 * The floor of a lookup: an HMAC, one prepared select of the same columns, unwrapping, unsealing, parsing. No checks,
 * no rules, no layers.
 */
const columns = `id, registry, name, nationality, approval, hidden, added_by, added_at, changed_at, approved_at, approved_by,
  version, key_set, passport_index, ircc_index, wrapped_key, sealed, seq, (select version from settings) as settings_version`;

type Row = Record<(typeof bound)[number], unknown> & { id: string; wrapped_key: Uint8Array; sealed: Uint8Array };

/** The columns to which the sealed content is bound. */
const bound = ["id", "registry", "name", "nationality", "approval", "hidden", "changed_at", "approved_at"] as const;

export function bareSqliteLookup(file: string, keyring: Keyring) {
  const connection = new DatabaseSync(file, { readOnly: true });
  connection.exec("pragma cache_size = -65536");
  const select = connection.prepare(`select ${columns} from candidate where passport_index = ?`);
  return (number: string): unknown => {
    const row = select.get(indexOf(keyring, number));
    return row && unsealed(keyring, row as Row);
  };
}

export function barePostgresLookup(pool: pg.Pool, keyring: Keyring) {
  const text = `select ${columns} from candidate where passport_index = $1`;
  return async (number: string): Promise<unknown> => {
    const { rows } = await pool.query<Row>({ name: "bare", text, values: [indexOf(keyring, number)] });
    return rows[0] && unsealed(keyring, rows[0]);
  };
}

const indexOf = ({ current }: Keyring, number: string) =>
  createHmac("sha256", current.index).update(`passport\0My_Aust\0${number}`).digest().subarray(0, 16);

function unsealed({ current }: Keyring, row: Row): unknown {
  const key = decrypt(current.wrap, `key/${row.id}`, row.wrapped_key.subarray(4));
  // PostgreSQL's client returns times as texts.
  const values = bound.map((column) => (column.endsWith("_at") ? Number(row[column]) : row[column]));
  const place = JSON.stringify(["candidate", ...values]);
  return JSON.parse(decrypt(key, place, row.sealed).toString());
}

export function decrypt(key: Parameters<typeof createDecipheriv>[1], place: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = decipher.update(sealed.subarray(13, -16));
  decipher.final();
  return plain;
}
