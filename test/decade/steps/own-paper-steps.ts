import { switchKind } from "#operations/own-fields/switch-kind.ts";
import { ownPaper } from "../../support/own-fields.ts";
import * as model from "../model/own-papers.ts";
import type { Name, Site } from "../model/site.ts";
import { onSettings } from "./member-steps.ts";
import { kind, oneOf, said, type StepKind } from "./step.ts";

/** What somebody does with the operator's own paper, and with the kinds of the program. */
export const ownPaperSteps: Readonly<Record<string, StepKind>> = {
  declarePaper: onSettings<NonNullable<Site["ownPaper"]>>(
    6,
    ({ isUsed, isShown }) =>
      `${isShown ? "shows strangers the" : isUsed ? "keeps for staff a" : "removes the"} paper of their own`,
    ["Ada", "Ada", "Ben", "Mina"],
    (dice) =>
      oneOf(dice, [
        { isUsed: true, isShown: true },
        { isUsed: true, isShown: true },
        { isUsed: true, isShown: false },
        { isUsed: false, isShown: false },
      ]),
    model.declarePaper,
    ({ isUsed, isShown }) => ({
      ownPapers: [ownPaper("p1", "Wafid medical", { isRemoved: !isUsed, audience: isShown ? "visitors" : "staff" })],
    }),
  ),
  // While two people are needed, what a switch shows and what is asked for besides are one question, which has tests of its own.
  switchKind: kind<{ who: Name }>({
    weight: 2,
    isFor: ({ fourEyes }) => !fourEyes,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]) }),
    say: ({ who }) => `${who} switches the kind of the document off or on`,
    deed: ({ who }) => ({
      model: (site) => model.switchKind(site, { name: who }),
      real: async (real) => said(await switchKind(real.portal, await real.actor({ name: who }), { kind: "visaPaper" })),
    }),
  }),
};
