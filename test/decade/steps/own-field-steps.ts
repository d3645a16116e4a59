import { deleteOwnValues } from "#operations/own-fields/delete-own-values.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { ownField } from "../../support/own-fields.ts";
import { deleteValues } from "../model/members.ts";
import { declare } from "../model/own-fields.ts";
import { fill } from "../model/records.ts";
import { next } from "../model/revisions.ts";
import { begin } from "../model/runs.ts";
import type { Name } from "../model/site.ts";
import { onSettings } from "./member-steps.ts";
import {
  type Dice,
  kind,
  meant,
  missingId,
  onRecord,
  oneOf,
  ownText,
  particulars,
  said,
  sayOwn,
  someNumbers,
  type StepKind,
} from "./step.ts";

const drawValue = (dice: Dice): { value: number | null } => ({ value: oneOf(dice, [0, 1, 1, null]) });

/** What somebody does with the operator's own field. */
export const ownFieldSteps: Readonly<Record<string, StepKind>> = {
  declare: onSettings<{ isUsed: boolean; isNeeded: boolean }>(
    4,
    ({ isUsed, isNeeded }) => `${isUsed ? (isNeeded ? "asks for a" : "adds a") : "removes the"} field of their own`,
    ["Ada", "Ada", "Ben", "Mina"],
    (dice) => ({ isUsed: dice(3) > 0, isNeeded: dice(3) === 0 }),
    declare,
    ({ isUsed, isNeeded }) => ({
      ownFields: [ownField("f1", "Kafeel", { isSearched: true, isRemoved: !isUsed, isNeeded })],
    }),
  ),
  fill: onRecord<{ value: number | null }>(
    5,
    ({ number, value }) => `writes ${sayOwn(value)} into the own field of ${number}`,
    drawValue,
    (site, actor, target, { value }) => fill(site, actor, target, value),
    ({ value }, _, now) =>
      async (portal, actor, target) => {
        const facts = now ? next(now) : { passport: 0, ircc: 0, name: 0 };
        const changed = { particulars: particulars(facts), images: {}, own: { f1: ownText(value) } };
        return said(await updateRecord(portal, actor, target, changed));
      },
  ),
  fillMany: kind<{ who: Name; value: number | null; numbers: number[] }>({
    weight: 4,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]),
      ...drawValue(dice),
      numbers: someNumbers(dice),
    }),
    say: ({ who, value, numbers }) =>
      `${who} writes ${sayOwn(value)} into the own field of many: ${numbers.join(", ")}`,
    deed({ who, value, numbers }, site) {
      const ids = numbers.map((number) => meant(site, number)).filter((id, at, all) => all.indexOf(id) === at);
      const following = site.outside.lastId + 1;
      return {
        model: (model) => begin(model, who, { kind: "update", ids, to: null, value }),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          const chosen = { ids: ids.map((id) => real.records.get(id) ?? missingId) };
          const { id } = await askForRun(real.portal, actor, "update", chosen);
          real.runs.set(following, id);
          await beginRun(real.portal, actor, id, { field: "own.f1", value: ownText(value) });
          return "done";
        },
      };
    },
  }),
  deleteValues: kind<{ who: Name }>({
    weight: 3,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]) }),
    say: ({ who }) => `${who} deletes the values of the removed own field`,
    deed: ({ who }) => ({
      model: (model) => deleteValues(model, { name: who }),
      real: async (real) => {
        await deleteOwnValues(real.portal, await real.actor({ name: who }), { id: "f1" });
        return "done";
      },
    }),
  }),
};
