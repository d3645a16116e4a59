import { z } from "zod";
import { type DecodingProblem, decodingProblems } from "./decoding-problems.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import type { PictureUse, PublishedPage } from "./published-file.ts";

export type DecoderJob = { bytes: Uint8Array; format: FileFormat; use: PictureUse };

export type DecoderReport =
  | { kind: "ready" }
  | { kind: "page"; page: PublishedPage }
  | { kind: "done"; perceptualHash: string }
  | { kind: "refused"; problem: DecodingProblem; reason: string };

const size = z.int().positive();
const webp = z.instanceof(Uint8Array).refine((bytes) => formatOf(bytes) === "webp");
const page = z.object({ width: size, height: size, reading: webp, list: webp, placeholder: z.string() });

const reportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("page"), page }),
  z.object({ kind: z.literal("done"), perceptualHash: z.string() }),
  z.object({ kind: z.literal("refused"), problem: z.enum(decodingProblems), reason: z.string() }),
]);

/** Validates a message of the decoder: a hostile file may have taken over its process. */
export const isDecoderReport = (message: unknown): message is DecoderReport => reportSchema.safeParse(message).success;
