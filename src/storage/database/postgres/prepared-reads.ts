import { createHash } from "node:crypto";
import type pg from "pg";
import type { KeyedSelect, Keys, PreparedSelect, Reader } from "../database.ts";
import { KeyBatcher } from "./key-batcher.ts";

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResultRow[]>;

/** Selects that are compiled and prepared once. */
export class PreparedReads {
  readonly #compiler: Reader;
  readonly #query: Query;
  readonly #prepared = new Map<PreparedSelect<unknown>, { name: string; text: string }>();
  readonly #batchers = new Map<PreparedSelect<unknown>, KeyBatcher>();

  constructor(compiler: Reader, query: Query) {
    this.#compiler = compiler;
    this.#query = query;
  }

  findAll<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#rows(select, values) as Promise<Row[]>;
  }

  findByKeys<Row extends object>(select: KeyedSelect<Row>, keys: Keys): Promise<Row[]> {
    const batcher = this.#batchers.get(select.withArrays) ?? this.#openBatcher(select);
    return batcher.find(keys) as Promise<Row[]>;
  }

  #openBatcher<Row extends object>(select: KeyedSelect<Row>): KeyBatcher {
    const query = (keys: Keys, isOfOneCall: boolean) =>
      isOfOneCall ? this.#rows(select.withKeys(keys), keys.flat()) : this.#rows(select.withArrays, keys);
    const batcher = new KeyBatcher(query, select.columns);
    this.#batchers.set(select.withArrays, batcher);
    return batcher;
  }

  #rows(select: PreparedSelect<unknown>, values: readonly unknown[]): Promise<pg.QueryResultRow[]> {
    const { name, text } = this.#prepared.get(select) ?? this.#prepare(select);
    return this.#query({ name, text, values: [...values] });
  }

  #prepare<Row>(select: PreparedSelect<Row>): { name: string; text: string } {
    const text = select.build(this.#compiler).compile().sql;
    // The name contains a hash of the text, so that a pooled connection never runs an older version.
    const name = `${select.name}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
    const prepared = { name, text };
    this.#prepared.set(select, prepared);
    return prepared;
  }
}
