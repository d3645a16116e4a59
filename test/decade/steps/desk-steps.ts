import { checkList as check } from "#operations/desk/check-list.ts";
import { letGoOn } from "#operations/desk/organisations.ts";
import { checkList } from "../model/desk.ts";
import { admin } from "../model/site.ts";
import { fullNames, kind, oneOf, passport, someNumbers, type StepKind } from "./step.ts";

/** What an organisation asks about people. */
export const deskSteps: Readonly<Record<string, StepKind>> = {
  check: kind<{ numbers: number[]; name: number }>({
    weight: 6,
    draw: (dice) => ({ numbers: someNumbers(dice), name: oneOf(dice, [0, 0, 2]) }),
    say: ({ numbers, name }) => `The embassy checks ${numbers.join(", ")}, each for ${fullNames[name]}`,
    deed({ numbers, name }) {
      if (numbers.length === 0) return null;
      return {
        model: (model) =>
          checkList(
            model,
            numbers.map((number) => ({ number, name })),
          ),
        real: async ({ portal, desk }) => {
          const rows = numbers.map((number) => ({
            cells: [],
            number: passport(number),
            name: fullNames[name] ?? "",
            code: "",
          }));
          const checked = await check(portal, desk.person, { list: { heads: [], rows }, purpose: "Visas" });
          return checked.receipt.answers.map(({ outcome }) => outcome).join(" ");
        },
      };
    },
  }),
  letGoOn: kind<{ who: "Ada" | "Ben" }>({
    weight: 1,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben"] as const) }),
    say: ({ who }) => `${who} lets the embassy check again`,
    isFor: ({ desk }) => desk.isStopped,
    deed: ({ who }) => ({
      model: (model) => {
        admin(model, { name: who });
        model.desk.isStopped = false;
        return "done";
      },
      real: async (real) => {
        await letGoOn(real.portal, await real.actor({ name: who }), { id: real.desk.organisation });
        return "done";
      },
    }),
  }),
};
