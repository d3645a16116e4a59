import { freezeHolder } from "#operations/holders/frozen-page.ts";
import { holdBack as withhold } from "#operations/holders/hold-back.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { bindByCard, refuseNewLink } from "#operations/holders/holder-page.ts";
import { endShareCode, makeShareCode } from "#operations/holders/share-codes.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { shareCodesOf } from "#storage/database/holders/share-codes.ts";
import { hashingOnce } from "../../support/accounts/fresh-accounts.ts";
import { cardForm, freshClient } from "../../support/holders.ts";
import {
  endLastCode,
  freeze,
  holdBack,
  lastCode,
  makeCode,
  offerCard,
  refuseCard,
  useCard,
  useCode,
} from "../model/holders.ts";
import type { DocumentFact, Site } from "../model/site.ts";
import type { Credential, RealSite } from "../real-site.ts";
import {
  kind,
  kindsOfFacts,
  numbersGiven,
  meant,
  nothingMore,
  passport,
  onRecord,
  missingId,
  type StepKind,
} from "./step.ts";

/** A step of the holder of the record with this number, on their own device. */
function onHolder(
  weight: number,
  words: string,
  inModel: (site: Site, record: number) => string,
  inProgram: (portal: Portal, opened: Credential, real: RealSite, next: number, code: number) => Promise<unknown>,
): StepKind {
  return kind<{ number: number }>({
    weight,
    draw: (dice) => ({ number: dice(numbersGiven) }),
    say: ({ number }) => `The holder of ${number} ${words}`,
    deed({ number }, site) {
      const record = meant(site, number);
      const holder = site.holders[record];
      if (!holder) return null;
      const next = site.outside.lastId + 1;
      const code = lastCode(site, record)?.id ?? 0;
      return {
        model: (model) => inModel(model, record),
        real: async (real) => {
          await inProgram(real.portal, await real.openedPage(holder.id), real, next, code);
          return "done";
        },
      };
    },
  });
}

/** A share code for so many days, and as many uses. */
const shareCode = (weight: number, most: number): StepKind =>
  onHolder(
    weight,
    `makes a share code, days and uses: ${most}`,
    (site, record) => makeCode(site, record, { days: most, uses: most }),
    async (portal, opened, real, next) => {
      const limits = { days: String(most), uses: String(most) };
      const made = await makeShareCode(portal, opened, { whom: "employer", words: "", ...limits });
      const [row] = await shareCodesOf(portal.database.read, opened.id);
      real.codes.set(next, { id: row?.id ?? "", code: made.code, name: made.firstName });
    },
  );

const withholding = (weight: number, fact: DocumentFact, isWithheld: boolean): StepKind =>
  onHolder(
    weight,
    `${isWithheld ? "holds back" : "shows again"} the document of ${fact === "file" ? "the program" : "the own paper"}`,
    (site, record) => holdBack(site, record, { fact, isWithheld }),
    (portal, opened) => withhold(portal, opened, { kind: kindsOfFacts[fact], isWithheld }),
  );

/** What the person of a record does, and who shows them the way. */
export const holderSteps: Readonly<Record<string, StepKind>> = {
  card: {
    ...onRecord(
      5,
      ({ number }) => `makes a card for the person of ${number}`,
      nothingMore,
      (site, actor, { id }) => offerCard(site, actor, id),
      (_, real) =>
        async (portal, actor, { id }, next) => {
          const { boundAt } = await readHolder(portal, actor, id);
          const form = boundAt === null ? {} : { reason: "The phone was lost." };
          const code = await offerHolderLink(portal, actor, { id }, form);
          real.cards.set(next, code ?? "");
          return "done";
        },
    ),
    // Nobody would know the code of a card whose maker got no answer.
    mayDie: false,
    mayMeet: false,
  },
  useCard: kind<{ back: number }>({
    weight: 8,
    draw: (dice) => ({ back: dice(3) }),
    say: ({ back }) => `Somebody uses ${["the last card", "the card before the last", "the third last card"][back]}`,
    deed({ back }, site) {
      const card = site.outside.cards.at(-1 - back)?.id;
      const next = site.outside.lastId + 1;
      if (card === undefined) return null;
      return {
        model: (model) => useCard(model, card),
        real: async (real) => {
          const page = await bindByCard(hashingOnce(real.portal), cardForm(real.cards.get(card) ?? ""), freshClient());
          real.pages.set(next, page);
          return "done";
        },
      };
    },
  }),
  refuseCard: onHolder(3, "refuses the card that would hand the page on", refuseCard, (portal, opened) =>
    refuseNewLink(portal, opened),
  ),
  freeze: onRecord(
    2,
    ({ number }) => `ends the access of the holder of ${number}`,
    nothingMore,
    (site, actor, { id }) => freeze(site, actor, id),
    () =>
      async (portal, actor, { id }) => {
        await freezeHolder(portal, actor, { id }, { reason: "Not the person." });
        return "done";
      },
  ),
  holdBack: withholding(3, "file", true),
  giveBack: withholding(2, "file", false),
  holdBackPaper: withholding(4, "paper", true),
  giveBackPaper: withholding(2, "paper", false),
  code: shareCode(3, 3),
  // Its end is soon reached.
  briefCode: shareCode(5, 1),
  endCode: onHolder(3, "ends the last share code", endLastCode, async (portal, opened, real, _, code) =>
    endShareCode(portal, opened, real.codes.get(code)?.id ?? missingId),
  ),
  useCode: kind<{ back: number }>({
    weight: 8,
    draw: (dice) => ({ back: dice(2) }),
    say: ({ back }) => `Somebody uses the ${back === 0 ? "last" : "last but one"} share code`,
    deed({ back }, site) {
      const code = site.outside.codes.at(-1 - back)?.id;
      if (code === undefined) return null;
      return {
        model: (model) => {
          const shown = useCode(model, code);
          return shown ? `shows ${passport(shown.passport)}` : "shows nothing";
        },
        real: async (real) => {
          const { code: typed = "", name = "" } = real.codes.get(code) ?? {};
          const visitor = { address: "198.51.100.8", channel: "web" } as const;
          const outcome = await askByShareCode(real.portal, { code: typed, name }, visitor);
          return outcome.kind === "found" ? `shows ${outcome.hit.record.passportNumber}` : "shows nothing";
        },
      };
    },
  }),
};
