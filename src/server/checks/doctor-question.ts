import type { BlockList } from "node:net";
import { z } from "zod";
import { hourMs } from "#core/durations.ts";
import { plainAddress } from "#limits/network-of.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { clientAddress, type IncomingHead } from "./client-address.ts";

/**
 * Header of a request for /healthz and of its response. Both values are sealed: only a process with the secret can ask,
 * and read the answer.
 */
export const doctorHeader = "X-Attestry-Doctor";

/** Far longer than a request takes, so that a wrong clock does not hide everything else. */
const validMs = hourMs;

export const doctorQuestion = (keyring: Keyring, now: number): string => sealToken(keyring, "doctor-question", now);

const seenSchema = z.object({
  /** The address for which the request is counted. */
  client: z.string(),
  /** The address from which the connection comes: the proxy, if there is one. */
  neighbour: z.string(),
  forwardedFor: z.string().nullable(),
  at: z.number(),
  /** Why the serving process cannot store backups. Absent from the answer of a version before 1.1. */
  backups: z.string().nullable().optional(),
});

export type SeenRequest = z.output<typeof seenSchema>;

/**
 * Null for everybody except `attestry doctor`. Repeating its question reveals nothing: the answer is sealed, and is
 * about the repeated request.
 */
export async function answerToDoctor(
  keyring: Keyring,
  trusted: BlockList,
  { headers, socket }: IncomingHead,
  backupProblem: () => Promise<string | null>,
): Promise<string | null> {
  const question = headers[doctorHeader.toLowerCase()];
  const askedAt = typeof question === "string" ? unsealToken(keyring, "doctor-question", question) : null;
  const at = Date.now();
  if (typeof askedAt !== "number" || Math.abs(at - askedAt) > validMs) return null;
  const forwardedFor = headers["x-forwarded-for"];
  const seen: SeenRequest = {
    client: clientAddress({ headers, socket }, trusted),
    neighbour: plainAddress(socket.remoteAddress ?? ""),
    forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
    at,
    backups: await backupProblem(),
  };
  return sealToken(keyring, "doctor-answer", seen);
}

export const readDoctorAnswer = (keyring: Keyring, answer: string): SeenRequest | null =>
  seenSchema.safeParse(unsealToken(keyring, "doctor-answer", answer)).data ?? null;
