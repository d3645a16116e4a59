import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { z } from "zod";
import { plainAddress } from "#limits/network-of.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { clientAddress } from "./client-address.ts";

/** On a request for /healthz, and on its answer. Both are sealed: only who has the secret asks, and reads what is answered. */
export const doctorHeader = "X-Attestry-Doctor";

/** Far more than a request takes, so that a clock that is wrong does not hide everything else. */
const validMs = 60 * 60 * 1000;

export const doctorQuestion = (keyring: Keyring, now: number): string => sealToken(keyring, "doctor-question", now);

const seenSchema = z.object({
  /** Who the request is counted for. */
  client: z.string(),
  /** Who the connection came from: the proxy, where one stands in front. */
  neighbour: z.string(),
  forwardedFor: z.string().nullable(),
  /** The server's clock. */
  at: z.number(),
});

/** What the server sees of a request. */
export type Seen = z.output<typeof seenSchema>;

type Sent = Pick<IncomingMessage, "headers"> & { socket: Pick<IncomingMessage["socket"], "remoteAddress"> };

/** Null for everybody but `attestry doctor`. Somebody who repeats its question learns nothing: the answer is sealed, and about themselves. */
export function answerToDoctor(keyring: Keyring, trusted: BlockList, { headers, socket }: Sent): string | null {
  const question = headers[doctorHeader.toLowerCase()];
  const asked = typeof question === "string" ? unsealToken(keyring, "doctor-question", question) : null;
  const at = Date.now();
  if (typeof asked !== "number" || Math.abs(at - asked) > validMs) return null;
  const forwardedFor = headers["x-forwarded-for"];
  const seen: Seen = {
    client: clientAddress({ headers, socket }, trusted),
    neighbour: plainAddress(socket.remoteAddress ?? ""),
    forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
    at,
  };
  return sealToken(keyring, "doctor-answer", seen);
}

export const readDoctorAnswer = (keyring: Keyring, answer: string): Seen | null =>
  seenSchema.safeParse(unsealToken(keyring, "doctor-answer", answer)).data ?? null;
