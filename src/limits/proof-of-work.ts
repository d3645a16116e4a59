import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { z } from "zod";
import { hasCome } from "#core/wrong-clock.ts";
import type { Level } from "./lookup-price.ts";

/**
 * Iterations of PBKDF2 for one guess. They take a fifth of a millisecond, which is also the server's cost of a challenge.
 */
const cost = 1000;
/** The largest number of guesses. On average, half of them are needed. */
const guessesAt = (level: Level) => 2000 * 2 ** (level - 1);
const lifetimeMs = 5 * 60_000;
const maxPayloadLength = 4096;

type Secrets = { challenge: string; solution: string };

/** Makes a challenge that only the network of `secrets` can use. */
export async function makeChallenge(level: Level, secrets: Secrets, now: number): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: randomInt(guessesAt(level)),
    deriveKey,
    expiresAt: new Date(now + lifetimeMs),
    data: { level },
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.solution,
  });
}

// Keeps further signed parameters. Without them the signature would not verify.
const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ level: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
}) satisfies z.ZodType<Payload>;

export type Proof = { id: Buffer; level: Level; until: number };

/**
 * Returns the proof in a payload. Null if it is wrong, forged, of another network, or expired. The caller must use each
 * proof only once.
 */
export async function readProof(text: string, allSecrets: readonly Secrets[], now: number): Promise<Proof | null> {
  const payload = parsePayload(text);
  if (!payload) return null;
  const { nonce, expiresAt, data } = payload.challenge.parameters;
  const until = expiresAt * 1000;
  if (hasCome(until, now, lifetimeMs)) return null;
  for (const secrets of allSecrets) {
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: secrets.challenge,
      hmacKeySignatureSecret: secrets.solution,
    });
    if (verified) return { id: Buffer.from(nonce, "hex"), level: data.level, until };
  }
  return null;
}

function parsePayload(text: string) {
  if (text.length > maxPayloadLength) return null;
  try {
    return payloadSchema.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).data ?? null;
  } catch {
    return null;
  }
}
