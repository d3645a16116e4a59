import { writeSync } from "node:fs";
import { codeOf } from "#core/errors.ts";

export type Level = "info" | "warn" | "silent";
/** JSON has no text for a `bigint`, nor for an object in itself, and a failure must not fail to be told. */
type Fact = string | number | undefined | Readonly<Record<string, number>>;
export type Facts = Readonly<Record<string, Fact>>;
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

/** True after half a line, which a disk took before it was full. */
let isLineOpen = false;

const standardOutput: LinesOutput = {
  write(line) {
    const bytes = Buffer.from(isLineOpen ? `\n${line}` : line);
    const written = writeMost(bytes);
    if (written > 0) isLineOpen = bytes[written - 1] !== newline;
  },
};

const newline = "\n".charCodeAt(0);

/** How long to wait for a reader of a pipe that is full. */
const pauseMs = 10;

/** A closed terminal or a full disk accepts no lines. The site must continue to serve. Returns how many bytes were written. */
function writeMost(bytes: Buffer): number {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") return written;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
  return bytes.length;
}
