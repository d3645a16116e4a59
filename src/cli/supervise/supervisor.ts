import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { pauseAfter } from "#core/backoff.ts";
import { secondMs } from "#core/durations.ts";
import { reasonOf } from "#core/reason-of.ts";
import { Questions } from "./questions.ts";
import { type FromMember, readFromMember, type ToMember } from "./messages.ts";

type Say = (level: "info" | "warn" | "error", said: string, process?: number) => void;

export type Supervised = {
  count: number;
  /** Starts a process. The first one of all tells the operator what concerns the whole site. */
  start: (isFirst: boolean) => ChildProcess;
  say: Say;
  /** Gets at every tick how far each process has read the journal of misses. */
  tick: (epochs: readonly (number | null)[]) => void;
  tickMs?: number;
};

/**
 * Limits in ticks. A process says at every tick that it is well, from before it loads the site. While a supervisor is stopped
 * itself, no tick passes.
 */
const silentLimit = { starting: 4, working: 3600, serving: 4, leaving: 6 } as const;
/** A process needs at most eight seconds for its last requests, two for its jobs, and then saves what it has counted. */
const endingLimit = 12;
/** A process that ends sooner is not replaced at once, so that a fault that stays does not take the whole machine. */
const soonTicks = 3;
const pausesMs = [0, 0, 0.5, 1, 2, 4].map((seconds) => seconds * secondMs);
/** So many starts in a row may hang while nobody serves. */
const hangingStarts = 3;

class Member {
  state: "starting" | "working" | "serving" | "leaving" = "starting";
  /** Since when it serves. */
  since = 0;
  silent = 0;
  age = 0;
  endingFor = 0;
  epoch: number | null = null;
  isKilled = false;
  readonly number: number;
  readonly child: ChildProcess;

  constructor(number: number, child: ChildProcess) {
    this.number = number;
    this.child = child;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  tell(message: ToMember): void {
    // A process that is ending has closed its channel.
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}

const isStarting = ({ state }: Member) => state === "starting" || state === "working";

/**
 * Keeps so many processes running. One starts at a time, so that only one makes a secret, takes a migration step or opens
 * a restored site.
 */
export class Supervisor {
  readonly #given: Supervised;
  readonly #members = new Set<Member>();
  readonly #replaced = new Map<number, number>();
  readonly #ended = Promise.withResolvers<number>();
  readonly #questions = new Questions();
  /** Processes of an older program, until others take their places. */
  readonly #old = new Set<Member>();
  readonly #known: ToMember[] = [];
  #isFirst = true;
  #isStopping = false;
  #isJournalStuck = false;
  #exitCode = 0;
  #failures = 0;
  #pausing: NodeJS.Timeout | null = null;

  constructor(given: Supervised) {
    this.#given = given;
  }

  /** Returns the exit code, once no process is left. */
  async run(): Promise<number> {
    const ticking = setInterval(() => this.#tick(), this.#given.tickMs ?? secondMs);
    this.#next();
    return this.#ended.promise.finally(() => clearInterval(ticking));
  }

  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#pausing) clearTimeout(this.#pausing);
    for (const member of this.#members) this.#stopOne(member);
    this.#next();
  }

  /** Replaces one process after another by those of the program that is there now. */
  roll(): void {
    this.#given.say("info", "one process after another is replaced");
    for (const member of this.#members) if (member.state !== "leaving") this.#old.add(member);
    this.#next();
  }

  /** For the end of the supervisor: what still runs has nobody any more. */
  killAll(): void {
    for (const { child } of this.#members) child.kill("SIGKILL");
  }

  #next(): void {
    const members = [...this.#members];
    if (this.#isStopping) {
      if (members.length === 0) this.#ended.resolve(this.#exitCode);
      return;
    }
    if (this.#pausing || members.some(isStarting)) return;
    const taken = new Set(members.filter(({ state }) => state === "serving").map(({ number }) => number));
    // After the order of a restore, nobody serves, and the next process is alone.
    if (taken.size === 0 && members.length > 0) return;
    const free = Array.from({ length: this.#given.count }, (_, at) => at + 1).find((number) => !taken.has(number));
    const old = members.find((member) => this.#old.has(member) && member.state === "serving");
    const number = free ?? (members.some(({ state }) => state === "leaving") ? undefined : old?.number);
    if (number !== undefined) this.#start(number);
  }

  #start(number: number): void {
    const child = this.#spawn();
    if (!child) return this.#loseNew(1, "it could not be started");
    const member = new Member(number, child);
    this.#isFirst = false;
    this.#members.add(member);
    child.on("message", (message) => {
      const read = readFromMember(message);
      if (read) this.#hear(member, read);
    });
    child.once("exit", (code, signal) => this.#lose(member, code, signal));
    // If it could not be started at all, there is no exit.
    child.on("error", (error) => {
      if (child.pid !== undefined) return;
      this.#sayNotStarted(error);
      this.#lose(member, 1, null);
    });
  }

  /** Node throws some errors of the system, such as a lack of memory, and emits others. */
  #spawn(): ChildProcess | null {
    try {
      return this.#given.start(this.#isFirst);
    } catch (error) {
      this.#sayNotStarted(error);
      return null;
    }
  }

  #sayNotStarted(error: unknown): void {
    this.#given.say("error", `a process could not be started: ${reasonOf(error)}`);
  }

  #hear(member: Member, message: FromMember): void {
    if (message.is === "beat") Object.assign(member, { silent: 0, epoch: message.epoch });
    else if (message.is === "works") member.state = member.state === "starting" ? "working" : member.state;
    else if (message.is === "serving") this.#serves(member);
    else if (message.is === "restore") this.#stopAllForRestore(member);
    else if (message.is === "known") this.#know(member, { is: "known", value: message.value });
    else if (message.is === "answer") this.#questions.answer(message.id, member.pid, message.value);
    else void this.#ask(member, message);
  }

  #serves(member: Member): void {
    // It was told to end meanwhile.
    if (member.state === "leaving") return;
    Object.assign(member, { state: "serving", since: Date.now(), silent: 0, age: 0 });
    for (const message of this.#known) member.tell(message);
    for (const other of this.#members) {
      if (other === member || other.number !== member.number || other.state !== "serving") continue;
      other.tell({ is: "replaced" });
      this.#stopOne(other);
    }
    this.#next();
  }

  #know(from: Member, message: ToMember): void {
    this.#known.splice(0, 1, message);
    for (const member of this.#members) if (member !== from) member.tell(message);
  }

  #stopAllForRestore(by: Member): void {
    this.#given.say("info", "all processes stop, to restore a backup", by.pid);
    for (const member of this.#members) this.#stopOne(member);
  }

  /** A second signal would cut off its last requests. */
  #stopOne(member: Member): void {
    if (member.state === "leaving") return;
    // Its time begins now, also if it was busy before.
    Object.assign(member, { state: "leaving", silent: 0 });
    this.#old.delete(member);
    member.child.kill("SIGTERM");
  }

  async #ask(by: Member, { id, isForAll }: { id: number; isForAll: boolean }): Promise<void> {
    const serving = [...this.#members].filter(({ state }) => state === "serving");
    const asked = serving.toSorted((a, b) => a.number - b.number);
    const answers = await this.#questions.ask(isForAll ? asked.filter((member) => member !== by) : []);
    const of = asked.map(({ pid, number, since }) => ({
      pid,
      number,
      since,
      replaced: this.#replaced.get(number) ?? 0,
      answer: answers.get(pid),
    }));
    by.tell({ is: "answers", id, of });
  }

  #lose(member: Member, code: number | null, signal: NodeJS.Signals | null): void {
    const { state, pid, number, age } = member;
    this.#members.delete(member);
    this.#old.delete(member);
    this.#questions.gone(pid);
    const exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
    const how = signal ?? `exit code ${exitCode}`;
    if (this.#isStopping || state === "leaving") return this.#next();
    if (isStarting(member)) return this.#loseNew(exitCode, how, member);
    this.#replaced.set(number, (this.#replaced.get(number) ?? 0) + 1);
    this.#given.say("warn", `a process ended (${how}); another one takes its place`, pid);
    this.#failures = age > soonTicks ? 0 : this.#failures + 1;
    this.#pause(pauseAfter(this.#failures, pausesMs));
  }

  /** If nobody serves and a start fails, whoever started the supervisor has to see it. One that hung is tried again first. */
  #loseNew(exitCode: number, how: string, member?: Member): void {
    this.#failures += 1;
    const isServed = [...this.#members].some(({ state }) => state === "serving");
    if (!isServed && !(member?.isKilled && this.#failures < hangingStarts)) {
      this.#exitCode = exitCode;
      return this.stop();
    }
    this.#old.clear();
    const next = isServed ? "the others go on" : "another one is started";
    this.#given.say("error", `a new process ended before it served (${how}); ${next}`, member?.pid);
    this.#pause(pauseAfter(this.#failures, pausesMs));
  }

  #pause(ms: number): void {
    if (ms === 0) return this.#next();
    this.#pausing ??= setTimeout(() => {
      this.#pausing = null;
      this.#next();
    }, ms);
  }

  #tick(): void {
    this.#keepJournal();
    for (const member of this.#members) {
      // Without its channel, it has done its work, and has only to end.
      const isConnected = member.child.connected;
      member.silent = isConnected ? member.silent + 1 : 0;
      member.age += 1;
      member.endingFor += isConnected && member.state !== "leaving" ? 0 : 1;
      const isWell = member.silent <= silentLimit[member.state] && member.endingFor <= endingLimit;
      if (isWell || member.isKilled) continue;
      member.isKilled = true;
      this.#given.say("error", "a process does not answer and is killed", member.pid);
      member.child.kill("SIGKILL");
    }
  }

  /** Also if the memory for it is full: the processes serve without. */
  #keepJournal(): void {
    try {
      this.#given.tick([...this.#members].map(({ epoch }) => epoch));
    } catch (error) {
      if (!this.#isJournalStuck) this.#given.say("error", `the journal of misses does not go on: ${reasonOf(error)}`);
      this.#isJournalStuck = true;
    }
  }
}
