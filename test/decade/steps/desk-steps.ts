import { system } from "#core/accounts/actor.ts";
import { checkList as check } from "#operations/desk/check-list.ts";
import { letGoOn } from "#operations/desk/organisations.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { checkList, replaceSigningKey } from "../model/desk.ts";
import { lastCode } from "../model/holders.ts";
import { admin } from "../model/site.ts";
import { fullNames, kind, meant, oneOf, passport, plain, someNumbers, type StepKind } from "./step.ts";

/** What an organisation asks about people. */
export const deskSteps: Readonly<Record<string, StepKind>> = {
  check: kind<{ numbers: number[]; name: number }>({
    weight: 6,
    draw: (dice) => ({ numbers: someNumbers(dice), name: oneOf(dice, [0, 0, 2]) }),
    say: ({ numbers, name }) => `The embassy checks ${numbers.join(", ")}, each for ${fullNames[name]}`,
    deed({ numbers, name }, site) {
      if (numbers.length === 0) return null;
      const codes = numbers.map((number) => lastCode(site, meant(site, number))?.id ?? 0);
      return {
        model: (model) =>
          checkList(
            model,
            numbers.map((number) => ({ number, name })),
          ),
        real: async ({ portal, desk, receipts, codes: made }) => {
          const rows = numbers.map((number, at) => ({
            cells: [],
            number: passport(number),
            name: fullNames[name] ?? "",
            code: made.get(codes[at] ?? 0)?.code ?? "",
          }));
          const checked = await check(portal, desk.person, { list: { heads: [], rows }, purpose: "Visas" });
          const disclosures = checked.rows.map(({ answered }) => answered?.disclosure ?? "");
          receipts.push({ token: checked.token, disclosures });
          return checked.receipt.answers.map(({ outcome }) => outcome).join(" ");
        },
      };
    },
  }),
  signingKey: plain(1, "The operator replaces the signing key", replaceSigningKey, ({ portal }) =>
    rotateSigningKey(portal, system("operator")),
  ),
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
