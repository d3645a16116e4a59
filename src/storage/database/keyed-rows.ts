import type { KeyedSelect, Keys } from "./database.ts";

/** Rows by the keys in their columns. */
export class KeyedRows<Row extends object> {
  readonly #columns: readonly string[];
  readonly #byKey = new Map<string, Row>();

  constructor(rows: readonly Row[], { columns }: Pick<KeyedSelect<Row>, "columns">) {
    this.#columns = columns;
    for (const row of rows) {
      const values = new Map<string, unknown>(Object.entries(row));
      for (const column of columns) this.#byKey.set(nameOf(column, values.get(column)), row);
    }
  }

  /** Returns each row with one of these keys once, in the order of the keys. */
  having(keys: Keys): Row[] {
    const found = this.#columns.flatMap((column, at) =>
      (keys[at] ?? []).flatMap((key) => this.#byKey.get(nameOf(column, key)) ?? []),
    );
    return [...new Set(found)];
  }
}

const nameOf = (column: string, key: unknown) =>
  `${column} ${key instanceof Uint8Array ? Buffer.from(key).toString("latin1") : ""}`;

/** The same for rows that were found by these keys alone. */
export const inOrderOfKeys = <Row extends object>(rows: Row[], select: KeyedSelect<Row>, keys: Keys): Row[] =>
  rows.length > 1 ? new KeyedRows(rows, select).having(keys) : rows;
