/** The state of a record of the write loop, as staff see it. */
export type State = "shown" | "hidden" | "denied" | "deleted";

export type Entry = {
  /** The body of the request. Its `id` is the passport number. */
  sent: { id: string } & Record<string, string>;
  key: string;
  /** The id that the portal gave the record, once it was acknowledged. */
  id?: string;
  /** Every requested state, in order. */
  states: State[];
  /** The index in `states` of the last acknowledged one: the client received a 2xx. -1 if there is none. */
  acknowledged: number;
};

export type Ledger = {
  entries: Entry[];
  /** Addresses of images whose upload was acknowledged. */
  uploads: string[];
  /** The number of 2xx responses that were received. */
  acknowledged: number;
  /** The number of all other responses, by status. */
  refused: Record<number, number>;
  /** The longest time that a response took. */
  slowestMs: number;
  /** Called after each response, for code that waits for a number of acknowledgements. */
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
