import { offerToWatch } from "#operations/watches/offer-to-watch.ts";
import { askToWatch, confirmWatches, stopWatches, watchLink } from "#operations/watches/watch-number.ts";
import { stopWatches as stop, watch } from "../model/watches.ts";
import type { RealSite } from "../real-site.ts";
import { mailboxOf } from "../world.ts";
import { fullNames, kind, numbersGiven, oneOf, passport, type StepKind } from "./step.ts";

/** What visitors do who wait for a record. */
export const watchSteps: Readonly<Record<string, StepKind>> = {
  watch: kind<{ mailbox: number; number: number; name: number }>({
    weight: 6,
    draw: (dice) => ({ mailbox: dice(2), number: dice(numbersGiven), name: oneOf(dice, [0, 2]) }),
    say: ({ mailbox, number, name }) => `${mailboxOf(mailbox)} waits for ${number}, as ${fullNames[name]}`,
    deed({ mailbox, number, name }, site) {
      // The limits have tests of their own.
      if (site.watches.filter((one) => one.mailbox === mailbox).length >= 5) return null;
      return {
        model: (model) => watch(model, mailbox, number, name),
        real: async ({ portal }) => {
          const missed = { number: passport(number), name: fullNames[name] ?? "" };
          const ticket = (await offerToWatch(portal, missed)) ?? "";
          const clientAddress = `198.51.${(portal.now() >> 8) & 255}.${portal.now() & 255}`;
          await askToWatch(portal, { ticket, email: mailboxOf(mailbox) }, { clientAddress, language: "en" });
          await confirmWatches(portal, tokenTo(portal, mailbox));
          return "done";
        },
      };
    },
  }),
  stopWatch: kind<{ mailbox: number }>({
    weight: 2,
    draw: (dice) => ({ mailbox: dice(2) }),
    say: ({ mailbox }) => `${mailboxOf(mailbox)} wants no mails about watches`,
    deed: ({ mailbox }) => ({
      model: (model) => stop(model, mailbox),
      real: async ({ portal }) => (await stopWatches(portal, tokenTo(portal, mailbox)), "done"),
    }),
  }),
};

const tokenTo = (portal: RealSite["portal"], mailbox: number): string =>
  new URL(watchLink(portal, mailboxOf(mailbox))).searchParams.get("token") ?? "";
