import { system } from "#core/accounts/actor.ts";
import { checkList as check } from "#operations/desk/check-list.ts";
import { letGoOn } from "#operations/desk/organisations.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { askedToday, checkList, mayBeStoppedBy, replaceSigningKey } from "../model/desk.ts";
import { lastCode } from "../model/holders.ts";
import { admin, type Row, type Site } from "../model/site.ts";
import {
  type Deed,
  fullName,
  kind,
  meant,
  numbersGiven,
  oneOf,
  passport,
  plain,
  someNumbers,
  type StepKind,
} from "./step.ts";

/** The embassy sends its questions in lists of this length, until it is stopped. */
function inLists(site: Site, questions: readonly Row[], length = questions.length): Deed | null {
  if (questions.length === 0) return null;
  const codes = new Map(questions.map(({ number }) => [number, lastCode(site, meant(site, number))?.id ?? 0]));
  const lists = Array.from({ length: questions.length / length }, (_, at) =>
    questions.slice(at * length, (at + 1) * length),
  );
  return {
    model: (model) => {
      const said: string[] = [];
      for (const list of lists) {
        said.push(checkList(model, list));
        if (model.desk.isStopped) break;
      }
      return said.join(" ");
    },
    real: async ({ portal, desk, receipts, codes: made }) => {
      const said: string[] = [];
      for (const list of lists) {
        const rows = list.map(({ number, name }) => ({
          cells: [],
          number: passport(number),
          name: fullName(name),
          code: made.get(codes.get(number) ?? 0)?.code ?? "",
        }));
        const checked = await check(portal, desk.person, { list: { heads: [], rows }, purpose: "Visas" });
        const disclosures = checked.rows.flatMap(({ answered }) => answered?.disclosure ?? []);
        receipts.push({ token: checked.token, disclosures });
        said.push(checked.receipt.answers.map(({ outcome }) => outcome).join(" "));
        if (checked.stoppedFor !== null) break;
      }
      return said.join(" ");
    },
  };
}

/** What an organisation asks about people. */
export const deskSteps: Readonly<Record<string, StepKind>> = {
  check: kind<{ numbers: number[]; name: number }>({
    weight: 6,
    draw: (dice) => ({ numbers: someNumbers(dice), name: oneOf(dice, [0, 0, 2]) }),
    say: ({ numbers, name }) => `The embassy checks ${numbers.join(", ")}, each for ${fullName(name)}`,
    deed: ({ numbers, name }, site) => {
      const questions = numbers.map((number) => ({ number, name }));
      return mayBeStoppedBy(site, numbers.length) ? inLists(site, questions, 1) : inLists(site, questions);
    },
  }),
  guess: kind<{ number: number; from: number; tries: number }>({
    weight: 3,
    draw: (dice) => ({ number: dice(numbersGiven), from: dice(20), tries: 4 + dice(9) }),
    say: ({ number, from, tries }) =>
      `The embassy tries names ${from} to ${from + tries - 1} for ${number}, one by one`,
    deed: ({ number, from, tries }, site) =>
      inLists(
        site,
        Array.from({ length: tries }, (_, at) => ({ number, name: from + at })),
        1,
      ),
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
        Object.assign(askedToday(model), { otherNames: 0, misses: 0 });
        return "done";
      },
      real: async (real) => {
        await letGoOn(real.portal, await real.actor({ name: who }), { id: real.desk.organisation });
        return "done";
      },
    }),
  }),
};
