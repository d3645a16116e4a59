import { z } from "zod";
import { checkInput, dateText, requiredText, wholeNumber } from "../fields.ts";
import { serverDay } from "../server-clock.ts";
import type { StopReason } from "./guessing.ts";

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

/** `stoppedAt` is null while it is not stopped, and `stoppedFor` says why it was stopped last. */
export type Organisation = OrganisationFacts & {
  id: string;
  addedAt: number;
  stoppedAt: number | null;
  stoppedFor: StopReason;
};

export const hasEnded = ({ lastDay }: OrganisationFacts, now: number): boolean => serverDay(now) > lastDay;
