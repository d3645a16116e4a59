import { StartRefused } from "#core/errors.ts";
import { secondMs } from "#core/durations.ts";
import { type FromMember, type MemberAnswer, readToMember, type ToMember } from "./messages.ts";

/** This process as one of several of a supervisor. */
export type Membership = Disposable & {
  /** The first process of all tells the operator what concerns the whole site. */
  isFirst: boolean;
  /** True once another process has taken the place of this one. */
  isReplaced: () => boolean;
  serves: () => void;
  /** A restore was ordered: the supervisor stops all processes, this one too. */
  askForRestore: () => void;
  /** Tells the other processes, also those that start later. */
  tellOthers: (value: unknown) => void;
  onTold: (told: (value: unknown) => void) => void;
  /** This process restores the database, or takes steps of it, and may be silent until it serves. */
  works: () => void;
  /** All serving processes, this one too. */
  siblings: () => Promise<MemberAnswer[]>;
  /** The same, and what the others answered. */
  askOthers: () => Promise<MemberAnswer[]>;
  /** How far this process has read the journal of misses. */
  onBeat: (epoch: () => number | null) => void;
  /** How this process answers the others. */
  onAsked: (answer: () => unknown) => void;
};

/** How long the supervisor may take to answer. */
const waitMs = 4 * secondMs;

/** Takes up the channel to the supervisor that started this process, and says from now on that the event loop turns. */
export function joinSupervisor(isFirst: boolean): Membership {
  if (!process.send) throw new StartRefused("--member is only for processes that a supervisor starts.");
  let isReplaced = false;
  let told: (value: unknown) => void = () => undefined;
  let answer: () => unknown = () => undefined;
  let epoch: () => number | null = () => null;
  const waiting = new Map<number, (of: MemberAnswer[]) => void>();
  let last = 0;
  const tell = (message: FromMember) => void (process.connected && process.send?.(message, () => undefined));
  const hear = (message: ToMember) => {
    if (message.is === "replaced") isReplaced = true;
    else if (message.is === "known") told(message.value);
    else if (message.is === "question") tell({ is: "answer", id: message.id, value: answer() });
    else waiting.get(message.id)?.(message.of);
  };
  const onMessage = (message: unknown) => {
    const read = readToMember(message);
    if (read) hear(read);
  };
  // Without its supervisor, nobody would replace or stop this process.
  const onDisconnect = () => void process.kill(process.pid, "SIGTERM");
  process.on("message", onMessage);
  process.on("disconnect", onDisconnect);
  // The channel alone keeps no process alive that has nothing left to do.
  process.channel?.unref();
  const ask = async (isForAll: boolean) => {
    const id = (last += 1);
    const { promise, resolve } = Promise.withResolvers<MemberAnswer[]>();
    waiting.set(id, resolve);
    const timer = setTimeout(() => resolve([]), waitMs);
    tell({ is: "question", id, isForAll });
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  };
  const beat = () => tell({ is: "beat", epoch: epoch() });
  beat();
  const beating = setInterval(beat, secondMs).unref();
  return {
    isFirst,
    isReplaced: () => isReplaced,
    serves: () => tell({ is: "serving" }),
    works: () => tell({ is: "works" }),
    askForRestore: () => tell({ is: "restore" }),
    tellOthers: (value) => tell({ is: "known", value }),
    onTold: (listener) => void (told = listener),
    onBeat: (listener) => void (epoch = listener),
    onAsked: (listener) => void (answer = listener),
    siblings: () => ask(false),
    askOthers: () => ask(true),
    [Symbol.dispose]() {
      clearInterval(beating);
      process.off("message", onMessage);
      process.off("disconnect", onDisconnect);
      if (process.connected) process.disconnect?.();
    },
  };
}
