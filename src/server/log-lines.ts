import { writeSync } from "node:fs";
import { codeOf } from "#core/errors.ts";

export type Level = "info" | "warn" | "silent";
type Facts = Readonly<Record<string, unknown>>;
/** Takes facts and words, or words alone. */
type Say = (...line: [facts: Facts, said: string] | [said: string]) => void;
export type Lines = Readonly<Record<"info" | "warn" | "error", Say>>;
export type LinesOutput = { write: (line: string) => void };

/** Writes JSON lines to standard output. `base` is in every line. */
export function openLines(level: Level, base: Facts | null, output: LinesOutput = standardOutput): Lines {
  const say =
    (of: keyof Lines): Say =>
    (...line) => {
      const [facts, msg] = line.length === 1 ? [{}, line[0]] : line;
      output.write(`${JSON.stringify({ level: of, time: new Date(), ...base, ...facts, msg })}\n`);
    };
  const silent: Say = () => undefined;
  return {
    info: level === "info" ? say("info") : silent,
    warn: level === "silent" ? silent : say("warn"),
    error: level === "silent" ? silent : say("error"),
  };
}

const standardOutput: LinesOutput = {
  write(line) {
    for (let rest = Buffer.from(line); rest.length > 0;) rest = rest.subarray(written(rest));
  },
};

/** How long to wait for a reader of a pipe that is full. */
const pauseMs = 10;

/** A closed terminal or a full disk accepts no lines. The site must continue to serve. */
function written(line: Buffer): number {
  try {
    return writeSync(1, line);
  } catch (error) {
    if (codeOf(error) !== "EAGAIN") return line.length;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    return 0;
  }
}
