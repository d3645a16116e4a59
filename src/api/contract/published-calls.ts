import { z } from "zod";
import { slipNumbers } from "#core/images/image-links.ts";
import { languages } from "#core/settings/languages.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { defineCall, named } from "./call.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const checksumsSchema = named(
  "Checksums",
  z.strictObject({
    documents: z.array(
      z.strictObject({
        kind: z.union([z.enum(documentKinds), z.templateLiteral(["p", z.int().min(1)])]).meta({
          description: "A document of the specification, or the name of one of the operator's own papers.",
          examples: ["photo"],
        }),
        sha256: z.array(sha256).meta({
          description: "Of each file as it was uploaded, of each page in both sizes, of each download that was made.",
        }),
        looksLike: z.array(z.string().regex(/^[0-9a-f]{16}$/)).meta({
          description: "A perceptual hash of the first page of each file: 64 bits, pHash over 32 × 32 pixels.",
        }),
      }),
    ),
  }),
);

const proofSchema = named(
  "SavedProof",
  z.strictObject({
    statement: z.string().meta({ description: "An SD-JWT VC with all that its holder may keep back." }),
    log: z.string().meta({ description: "A C2SP tlog-proof with its checkpoint; `extra` is the nonce of the leaf." }),
    files: z
      .string()
      .meta({ description: "A JWT of the same key: the checksums of what was published, bound to the statement." }),
  }),
);

const inPath = z.object({ id: z.string().meta({ examples: ["0197a5c2-5ff8-7e4c-9d3b-2f6f1c1b8a10"] }) });
const grant = z.object({ until: z.string().default(""), signature: z.string().default("") });

export const publishedCalls = {
  readChecksums: defineCall({
    route: "GET /published/{id}/checksums",
    policy: "anyone",
    summary: "Checksums of what is published of a record",
    description:
      "By these a file is recognized without sending it anywhere. The address needs the signature that a lookup answered with its images.",
    inPath,
    inQuery: grant,
    answer: checksumsSchema,
    errors: ["link-expired", "not-found"],
  }),
  readProof: defineCall({
    route: "GET /published/{id}/proof",
    policy: "anyone",
    feature: "statements",
    summary: "A proof of what is published of a record, to keep",
    description:
      "What was signed, that the public log has it, and the checksums of its files. The address needs the signature that a lookup answered with its images.",
    inPath,
    inQuery: grant,
    answer: proofSchema,
    errors: ["link-expired", "not-found"],
  }),
  readSlip: defineCall({
    route: "GET /published/{id}/slip",
    policy: "anyone",
    feature: "slips",
    summary: "A record on one page, to keep, send or print",
    description:
      "A PDF with what a lookup answers, and a signed statement as a QR code. The address needs the signature that a lookup answered with its images.",
    inPath,
    inQuery: grant.extend({
      language: z
        .enum(languages)
        .default("en")
        .meta({ description: "English instead of a language that the site does not offer." }),
      number: z.enum(slipNumbers).default("passport").meta({ description: "Which number it says." }),
    }),
    gives: "application/pdf",
    answer: z.string().meta({ contentMediaType: "application/pdf" }),
    errors: ["link-expired", "not-found"],
  }),
};
