import fc from "fast-check";
import { calls } from "../../src/api/calls.ts";
import { emailOf, sentRecord } from "../support/api.ts";

const known = calls.filter(({ takes }) => takes === undefined);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "\0",
    "\uD800",
    "A12345678",
    "..",
    "'; drop table candidate; --",
    "settings",
    ...["student", "moderator", "admin"].map(emailOf),
  ),
);
const segment = text.filter((part) => part.isWellFormed() && !["", ".", ".."].includes(part));
const fieldNames = fc.oneof(
  fc.constantFrom(..."id IRCC_Num name F_name Po_address P_url Doc_1_PC dateValue Status email photoURL".split(" ")),
  text,
);

/** A call, who makes it, and all that can be sent with it. */
export const generatedRequests = fc.record({
  call: fc.constantFrom(...known),
  who: fc.constantFrom("nobody", "student", "moderator", "admin"),
  segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom("limit", "cursor", "search", "status", "hidden", "sort", "name"), text),
    text.filter((value) => value.isWellFormed()),
    { maxKeys: 3 },
  ),
  ifMatch: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined }),
  body: fc.oneof(
    fc
      .dictionary(fieldNames, fc.oneof(text, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 12 })
      .map((value) => JSON.stringify(value)),
    fc.constant(null).map(() => JSON.stringify(sentRecord())),
    fc.constantFrom("student", "moderator", "admin").map((who) => JSON.stringify({ name: who, email: emailOf(who) })),
    fc.json(),
    text,
  ),
});
// Made once before there is a connection: it takes seconds on a busy machine, and connections that rest so long are closed.
fc.sample(generatedRequests, 1);
