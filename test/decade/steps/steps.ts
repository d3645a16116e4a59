import { deskSteps } from "./desk-steps.ts";
import { holderSteps } from "./holder-steps.ts";
import { memberSteps } from "./member-steps.ts";
import { ownFieldSteps } from "./own-field-steps.ts";
import { ownPaperSteps } from "./own-paper-steps.ts";
import { recordSteps } from "./record-steps.ts";
import { runSteps } from "./run-steps.ts";
import { siteSteps } from "./site-steps.ts";
import type { StepKind } from "./step.ts";
import { watchSteps } from "./watch-steps.ts";

/** Everything that happens on the site. */
export const steps: Readonly<Record<string, StepKind>> = {
  ...recordSteps,
  ...runSteps,
  ...ownFieldSteps,
  ...ownPaperSteps,
  ...memberSteps,
  ...holderSteps,
  ...watchSteps,
  ...deskSteps,
  ...siteSteps,
};
