import { z } from "zod";
import { checkInput, dateText, requiredText, wholeNumber } from "../fields.ts";
import { type Decoded, number, orNull, shape, text } from "../stored/decoders.ts";

/** The most numbers in one list. */
export const maxInList = 10_000;

/** An organisation is told of what it was answered, if that ends within so many days. */
export const toldForDays = 90;

const organisationSchema = z.object({
  name: requiredText(120),
  country: requiredText(60),
  /** What it checks numbers for. */
  reason: requiredText(300),
  /** How many numbers it may check on one day of the server. */
  perDay: wholeNumber(1, 100_000),
  /** Its last day. */
  lastDay: dateText,
});

export type OrganisationFacts = z.output<typeof organisationSchema>;

export const storedOrganisation = shape({
  name: text,
  country: text,
  reason: text,
  perDay: number,
  lastDay: text,
  /** Since when it is stopped, because it seemed to guess. Null while it is not. */
  stoppedAt: orNull(number),
});

export const parseOrganisation = (input: unknown): OrganisationFacts => checkInput(organisationSchema, input);

export type Organisation = Decoded<typeof storedOrganisation> & { id: string; addedAt: number };

/** Tells whether somebody changed an organisation since its form was opened: its row counts no versions. */
export const seenOf = ({ name, country, reason, perDay, lastDay }: OrganisationFacts): string =>
  JSON.stringify([name, country, reason, perDay, lastDay]);

export const hasEnded = ({ lastDay }: OrganisationFacts, today: string): boolean => today > lastDay;
