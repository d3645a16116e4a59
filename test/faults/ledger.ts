/** What a record of the write loop is, as staff see it. */
export type State = "shown" | "hidden" | "denied" | "deleted";

export type Entry = {
  /** What was sent; `id` in it is the passport number. */
  sent: { id: string } & Record<string, string>;
  key: string;
  /** As the portal named it, once it was acknowledged. */
  id?: string;
  /** Every state that was asked for, in order. */
  states: State[];
  /** The last of them that was acknowledged: a 2xx that the client received. */
  acknowledged: number;
};

export type Ledger = {
  entries: Entry[];
  /** Addresses of images whose upload was acknowledged. */
  uploads: string[];
  /** 2xx received. */
  acknowledged: number;
  /** Answers that said no, by status. */
  refused: Record<number, number>;
  /** The longest that any answer took. */
  slowestMs: number;
  /** For what waits for a number of acknowledgements. */
  heard: () => void;
};

export const newLedger = (): Ledger => ({
  entries: [],
  uploads: [],
  acknowledged: 0,
  refused: {},
  slowestMs: 0,
  heard: () => undefined,
});
