import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Solves the challenge and returns what a client sends as its proof of work. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("the challenge was not solved in time");
  return payloadOf(challenge, solution);
}

export const payloadOf = (challenge: Challenge, solution: object): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");

export const levelOf = ({ parameters }: Challenge) => parameters.data?.["level"];
