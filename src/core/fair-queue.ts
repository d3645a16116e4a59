import { minuteMs } from "./durations.ts";
import { PortalError } from "./errors.ts";

export type QueueClient = {
  name: string;
  /** The part of the internet that the client shares with others. */
  neighbourhood: string;
  /** Clients of a lower rank go first. */
  rank: number;
  /** Of the work of one client, the smallest goes first. */
  size?: number;
};

type QueueLimits = {
  atOnce: number;
  /** For each rank, how many may wait. */
  waiting: readonly number[];
  /** Clients of a rank above 0 together leave this many turns to others. */
  reserved?: number;
};

type Turn = { client: QueueClient; begin: () => void; refuse: (reason: unknown) => void };

/** A client that had this many turns of late has the last rank. */
const manyTurns = 10;
const retrySeconds = 5;

export const busy = (challenge?: string) =>
  new PortalError("busy", { waitSeconds: retrySeconds, ...(challenge !== undefined && { challenge }) });

/**
 * Lets at most `atOnce` callers work at the same time. The next turn goes to the neighbourhood that had the fewest turns of
 * late, and in it to the client that had the fewest. If the queue is full, the last in this order is refused, whenever it
 * came.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #clients = new RecentCounts();
  readonly #neighbourhoods = new RecentCounts();
  readonly #working = new Set<Turn>();
  /** In the order of arrival. */
  readonly #waiting: Turn[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(client: QueueClient, work: () => Promise<Result>): Promise<Result> {
    using _turn = await this.take(client);
    return await work();
  }

  /** Throws "busy" if the queue is full: at once, or later if a client that had fewer turns needs the place. */
  async take(client: QueueClient, signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn: Turn = { client, begin: resolve, refuse: reject };
    const leave = () => this.#leave(turn, signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.push(turn);
    this.#beginNext();
    this.#refuseLast(this.#rankOf(client));
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
    return { [Symbol.dispose]: () => this.#end(turn) };
  }

  #end(turn: Turn): void {
    if (this.#working.delete(turn)) this.#beginNext();
  }

  /** Begins all turns that may begin, one by one: each changes the order of the others. */
  #beginNext(): void {
    const next = this.#inOrder(this.#waiting).find((turn) => this.#mayBegin(turn));
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#working.add(next);
    this.#clients.add(next.client.name);
    this.#neighbourhoods.add(next.client.neighbourhood);
    next.begin();
    this.#beginNext();
  }

  /** A turn that has begun stays with its caller. */
  #leave(turn: Turn, reason: unknown): void {
    const place = this.#waiting.indexOf(turn);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    turn.refuse(reason);
  }

  #mayBegin({ client }: Turn): boolean {
    const { atOnce, reserved = 0 } = this.#limits;
    const ranked = [...this.#working].filter((turn) => turn.client.rank > 0).length;
    return this.#working.size < atOnce && (client.rank === 0 || ranked < Math.max(1, atOnce - reserved));
  }

  /** Refuses the last of those that wait with this rank, if they are too many. */
  #refuseLast(rank: number): void {
    const alike = this.#waiting.filter((turn) => this.#rankOf(turn.client) === rank);
    const last = this.#inOrder(alike).at(-1);
    if (last && alike.length > (this.#limits.waiting[rank] ?? 0)) this.#leave(last, busy());
  }

  #inOrder(turns: readonly Turn[]): Turn[] {
    return turns.toSorted(
      ({ client: a }, { client: b }) =>
        this.#rankOf(a) - this.#rankOf(b) ||
        this.#neighbourhoods.count(a.neighbourhood) - this.#neighbourhoods.count(b.neighbourhood) ||
        this.#clients.count(a.name) - this.#clients.count(b.name) ||
        (a.size ?? 0) - (b.size ?? 0),
    );
  }

  #rankOf({ name, rank }: QueueClient): number {
    return this.#clients.count(name) < manyTurns ? rank : this.#limits.waiting.length - 1;
  }
}

const periodMs = 5 * minuteMs;
const maxNames = 50_000;

/** How often each name was added in this period and the last one. */
export class RecentCounts {
  #period = 0;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();

  count(name: string): number {
    this.#moveOn();
    return (this.#current.get(name) ?? 0) + (this.#previous.get(name) ?? 0);
  }

  add(name: string): void {
    this.#moveOn();
    if (this.#current.size >= maxNames) this.#current.clear();
    this.#current.set(name, (this.#current.get(name) ?? 0) + 1);
  }

  #moveOn(): void {
    const period = Math.floor(performance.now() / periodMs);
    if (period === this.#period) return;
    this.#previous = period === this.#period + 1 ? this.#current : new Map<string, number>();
    this.#current = new Map();
    this.#period = period;
  }
}
