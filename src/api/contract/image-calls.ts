import { z } from "zod";
import { failureSchema } from "./answers.ts";
import { defineCall, named } from "./call.ts";

const uploadSchema = z.strictObject({
  data: z.strictObject({
    url: z.string().meta({ description: "The address of its first page: what a record's fields take." }),
    id: z.string(),
  }),
});

const uploadsSchema = named(
  "Uploads",
  uploadSchema.extend({
    images: z.array(z.union([uploadSchema, failureSchema])).meta({ description: "One for each file." }),
  }),
);

const use = z.enum(["portrait"]).optional().meta({ description: "Crops a photo to the face." });
const key = z.string().optional().meta({ description: "The `UPLOAD_KEY`, for programs that do not sign in." });

const examplePage = "f759ddfcc4b7d5852403e9604b0f516c-1";
const page = z
  .string()
  .meta({ description: "An upload's id, a hyphen, the number of the page.", examples: [examplePage] });
const width = z.enum(["2000", "480", "download"]).meta({
  description:
    "The greatest width; or `download`, with a strip below the picture that says who published it and when, as JPEG: the same bytes each time.",
  examples: ["2000"],
});

const share = z.string().optional().meta({
  description: "What a share code gives in the place of a signature: a JPEG with marks across it, until the code ends.",
});

export const imageCalls = {
  uploadImages: defineCall({
    route: "POST /images",
    policy: "uploaders",
    summary: "Upload scans",
    description: "One to twelve files of at most 15 MB, each in a field named `image`: JPEG, PNG, WebP or PDF.",
    inQuery: z.object({ key, use }),
    takes: "multipart/form-data",
    file: { field: "image", example: "permit.jpg" },
    status: 201,
    answer: uploadsSchema,
    errors: [
      "invalid",
      "empty-file",
      "file-too-large",
      "too-large",
      "too-many-files",
      "too-many-pixels",
      "unsupported-file",
      "heic-file",
      "broken-file",
      "locked-pdf",
      "pdf-without-pages",
      "decoding-took-too-long",
      "decoding-took-too-much",
      "decoding-failed",
    ],
  }),
  readImage: defineCall({
    route: "GET /images/{page}/{width}",
    policy: "anyone",
    summary: "A published image",
    description:
      "Strangers need the address with its signature, as a lookup answered it; staff are known by themselves. Pictures of news are for everybody.",
    inPath: z.object({ page, width }),
    inQuery: z.object({ until: z.string().optional(), signature: z.string().optional(), share }),
    gives: "image/webp",
    answer: z.string().meta({ contentMediaType: "image/webp" }),
    errors: ["link-expired", "not-found", "too-many-requests"],
  }),
};
