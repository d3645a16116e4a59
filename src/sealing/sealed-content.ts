import type { KeyLike } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { withRowId } from "#core/errors.ts";
import { type Decoder, WrongPart } from "#core/stored/decoders.ts";
import { newDataKey, unwrapKey } from "./data-keys.ts";
import type { Keyring } from "./keyring.ts";
import { seal, SealBroken, unseal } from "./seal.ts";

/** What is sealed in one column of a table. */
type Kind<Place, Content> = {
  table: string;
  /** Where the content belongs. It opens nowhere else. */
  place: (row: Place) => string;
  /** The seal proves that we wrote the content, for this place. Another version of the program may have written it. */
  decode: Decoder<Content>;
  /** The columns by which an error names the row. */
  id?: readonly (keyof NoInfer<Place>)[];
};

/** Thrown if content opens and has a part that this program does not write. Its readers treat it as damaged. */
export class WrongContent extends SealBroken {
  /** Begins with the table, and contains no value: "candidate.documents.photo.0.width". */
  readonly part: string;

  constructor(part: string) {
    super(`wrong content: ${part}`);
    this.part = part;
  }
}

/** Seals and opens one kind of content. Its type is that of the decoder: there is no other way to open it. */
export function sealedContent<Place extends object, Content>({ table, place, decode, id }: Kind<Place, Content>) {
  return {
    table,
    place,
    decode,
    seal: (key: KeyLike, row: Place, content: Content): Buffer =>
      seal(key, place(row), Buffer.from(JSON.stringify(withoutDefaults(decode, content)))),
    /** Throws SealBroken. It knows the id of the row. */
    open: (key: KeyLike, row: Place & { sealed: Uint8Array }): Content => {
      try {
        return decode(JSON.parse(unseal(key, place(row), row.sealed).toString()));
      } catch (error) {
        const named =
          error instanceof WrongPart ? new WrongContent([table, error.part].filter(Boolean).join(".")) : error;
        throw withRowId(named, id ? id.map((column) => String(row[column])).join(" ") : columnId(row));
      }
    },
  };
}

const columnId = (row: object): string => ("id" in row ? String(row.id) : "");

/** A part that was added later is left out while it has its default. So content stays as short as it was before. */
function withoutDefaults<Content>({ defaults }: Decoder<Content>, content: Content): unknown {
  if (!defaults || typeof content !== "object" || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).filter(
      ([name, value]) => !defaults.has(name) || !isDeepStrictEqual(defaults.get(name), value),
    ),
  );
}

type OwnKey = { id: string; wrapped_key: Uint8Array; sealed: Uint8Array };

/** The same for a row whose content is sealed under a data key of its own. */
export function sealedUnderOwnKey<Place extends { id: string }, Content>(kind: Kind<Place, Content>) {
  const content = sealedContent(kind);
  return {
    ...content,
    /** Returns the columns of a row, under a new key. */
    sealColumns(keyring: Keyring, row: Place, given: Content) {
      const { key, wrapped } = newDataKey(keyring, row.id);
      return { key_set: keyring.current.id, wrapped_key: wrapped, sealed: content.seal(key, row, given) };
    },
    openRow: (keyring: Keyring, row: Place & OwnKey): Content =>
      content.open(unwrapKey(keyring, row.id, row.wrapped_key), row),
  };
}

/**
 * Returns the place of content that belongs to these columns of its row. Once one of them was changed without the key, the
 * content does not open any more.
 */
export const boundTo =
  <const Columns extends readonly string[]>(kind: string, columns: Columns) =>
  (row: Readonly<Record<Columns[number], unknown>>): string =>
    JSON.stringify([kind, ...columns.map((column: Columns[number]) => row[column])]);

/** The same for a row under a key of its own. */
export function rowBoundTo<const Columns extends readonly string[]>(kind: string, columns: Columns) {
  const place = boundTo(kind, columns);
  return (row: Readonly<Record<Columns[number], unknown>> & { id: string }): string => `${place(row)}/${row.id}`;
}
