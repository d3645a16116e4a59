import type { ErrorId } from "#core/errors.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import type { DocumentUse, PublishedPage } from "./published-file.ts";

export type DecoderJob = { bytes: Uint8Array; format: FileFormat; use: DocumentUse };

export type DecoderReport =
  | { kind: "ready" }
  | { kind: "page"; page: PublishedPage }
  | { kind: "done"; perceptualHash: string }
  | { kind: "refused"; problem: DecodingProblem; reason: string };

const decodingProblems = [
  "broken-file",
  "too-many-pixels",
  "locked-pdf",
  "pdf-without-pages",
  "internal",
] as const satisfies ErrorId[];

export type DecodingProblem = (typeof decodingProblems)[number];

export function isDecodingProblem(value: unknown): value is DecodingProblem {
  return decodingProblems.some((problem) => problem === value);
}

/** A hostile file may have taken over the decoder, so its messages are checked, too. */
export function isDecoderReport(message: unknown): message is DecoderReport {
  if (!isObject(message)) return false;
  switch (message["kind"]) {
    case "ready":
      return true;
    case "page":
      return isPublishedPage(message["page"]);
    case "done":
      return isText(message["perceptualHash"]);
    case "refused":
      return isDecodingProblem(message["problem"]) && isText(message["reason"]);
    default:
      return false;
  }
}

function isPublishedPage(value: unknown): value is PublishedPage {
  return (
    isObject(value) &&
    isSize(value["width"]) &&
    isSize(value["height"]) &&
    isWebp(value["reading"]) &&
    isWebp(value["list"]) &&
    isText(value["placeholder"])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

function isWebp(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && formatOf(value) === "webp";
}
