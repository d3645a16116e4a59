import type { StatedClaims } from "#verify/saved-statement.ts";
import type { Particulars } from "../records/record-details.ts";
import { type ClaimName, fieldRow, type StatedField, statedFields } from "../records/record-fields.ts";
import { type OwnShown, textIn } from "../own-fields/own-field.ts";
import { type Decoded, optional, shape, text } from "../stored/decoders.ts";
import { statedNumber, statedText } from "./stated-text.ts";

/**
 * The claims of the fields that have one in `recordFields`, in the order in which statements have them. A claim that a later
 * version adds is `optional`: older statements lack it, and it is left out while it is empty.
 */
const decoders = {
  name: text,
  passport_number: text,
  ircc_number: optional(text),
  nationality: text,
} satisfies Record<ClaimName, unknown> satisfies Record<keyof StatedClaims, unknown>;

export const claimsOfStatement = shape(decoders);

type Claim = { name: string; isOptional: boolean; field: StatedField };

const claims: readonly Claim[] = Object.entries(decoders).flatMap(([name, decode]) =>
  statedFields
    .filter((field) => fieldRow(field).claim === name)
    .map((field) => ({ name, isOptional: "isOptional" in decode, field })),
);

/** Returns what a new statement claims of a record. */
export const statedClaims = (record: Pick<Particulars, StatedField>): Decoded<typeof claimsOfStatement> =>
  claimsOfStatement(
    Object.fromEntries(
      claims
        .filter(({ field, isOptional }) => !isOptional || record[field] !== "")
        .map(({ name, field }) => [name, statedValue(field, record[field])]),
    ),
  );

/** A second number is stored in its one spelling, whose signs belong to it. */
const statedValue = (field: StatedField, value: string): string =>
  fieldRow(field).type === "number" && field !== "irccNumber" ? statedNumber(value) : statedText(value);

/** An own field in a statement. */
export const ownClaim = shape({ id: text, title: text, value: text }, "1.1");

const countries = new Intl.DisplayNames("en", { type: "region" });

/**
 * Returns what a new statement says of an own field, as texts that need no settings to be read. It says them in English
 * where the field has an English name, as readers in other countries need it.
 */
export const statedOwn = ({ id, type, labels, value }: OwnShown): Decoded<typeof ownClaim> => ({
  id,
  title: statedText(textIn(labels, "en")),
  value: statedText(type === "country" ? (countries.of(value) ?? value) : value),
});
