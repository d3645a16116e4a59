import { z } from "zod";
import { checkInput, dateText, requiredText, wholeNumber } from "../fields.ts";

/** The most numbers in one list. */
export const maxInList = 10_000;

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

export const parseOrganisation = (input: unknown): OrganisationFacts => checkInput(organisationSchema, input);

/** Its facts, and since when it is stopped, because it seemed to guess. Null while it is not. */
export type Organisation = OrganisationFacts & { id: string; addedAt: number; stoppedAt: number | null };

export const hasEnded = ({ lastDay }: OrganisationFacts, today: string): boolean => today > lastDay;
