import { Readable } from "node:stream";
import type { AccountActor } from "#core/accounts/actor.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import {
  decideOnRecord,
  deleteRecord,
  hideRecord,
  sendBackRecord,
  unhideRecord,
} from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { keepRecord } from "#operations/retention/keep-record.ts";
import { Died } from "../../support/dying-at.ts";
import { keep } from "../model/retention.ts";
import {
  add,
  assign,
  attach,
  decide,
  type Decision,
  hide,
  remove,
  sendBack,
  takeMyPartBack,
  update,
} from "../model/records.ts";
import { next as nextOf } from "../model/revisions.ts";
import { day, dayOf, type DocumentFact, type Entry, names, type Name } from "../model/site.ts";
import type { RealSite } from "../real-site.ts";
import {
  sayBy,
  type By,
  kind,
  numbersGiven,
  fileText,
  fullNames,
  kindsOfFacts,
  nothingMore,
  particulars,
  actorOf,
  oneOf,
  drawBy,
  onRecord,
  type StepKind,
  said,
} from "./step.ts";

/** What somebody on the staff does with one record. */
export const recordSteps: Readonly<Record<string, StepKind>> = {
  add: kind<By & { number: number; name: number }>({
    weight: 14,
    mayDie: true,
    mayMeet: true,
    draw: (dice) => ({ ...drawBy(dice), number: dice(numbersGiven), name: dice(fullNames.length) }),
    say: (given) => `${sayBy(given)} adds a record with number ${given.number}, for ${fullNames[given.name]}`,
    deed(given, site) {
      const actor = actorOf(given, site);
      if (!actor) return null;
      return {
        model: (model) => (add(model, actor, given.number, given.name), "done"),
        real: async (real) => {
          const facts = { passport: given.number, ircc: given.number, name: given.name };
          const input = { particulars: particulars(facts), images: {}, hasNationality: true };
          await addRecord(real.portal, await real.actor(actor), input);
          return "done";
        },
      };
    },
  }),
  update: onRecord<{ name: number; to: number }>(
    8,
    ({ number, name, to }) =>
      `updates ${number} to ${fullNames[name]}${to < numbersGiven ? `, with number ${to}` : ""}`,
    (dice) => ({ name: dice(fullNames.length), to: dice(8) }),
    (site, actor, target, { name, to }, now) => update(site, actor, target, factsOf(now, name, to)),
    ({ name, to }, _, now) =>
      async (portal, actor, target) => {
        const facts = factsOf(now, name, to);
        return said(await updateRecord(portal, actor, target, { particulars: particulars(facts), images: {} }));
      },
  ),
  attach: attachStep(7, "file"),
  attachPaper: { ...attachStep(6, "paper"), isFor: ({ ownPaper }) => ownPaper !== null },
  hide: onRecord(
    6,
    ({ number }) => `hides ${number}`,
    nothingMore,
    (site, actor, target) => hide(site, actor, target, true),
    () => async (portal, actor, target) => said(await hideRecord(portal, actor, target)),
  ),
  unhide: onRecord(
    6,
    ({ number }) => `shows ${number} again`,
    nothingMore,
    (site, actor, target) => hide(site, actor, target, false),
    () => async (portal, actor, target) => said(await unhideRecord(portal, actor, target)),
  ),
  decide: onRecord<{ what: Decision }>(
    10,
    ({ number, what }) => `decides on ${number}: ${what}`,
    (dice) => ({ what: oneOf(dice, decisions) }),
    (site, actor, target, { what }) => decide(site, actor, target, what),
    ({ what }) =>
      async (portal, actor, target) =>
        said(await decideOnRecord(portal, actor, target, what)),
  ),
  sendBack: onRecord(
    4,
    ({ number }) => `sends ${number} back`,
    nothingMore,
    sendBack,
    () => async (portal, actor, target) => said(await sendBackRecord(portal, actor, target, "The scan is blurred.")),
  ),
  takeBack: onRecord(
    5,
    ({ number }) => `takes back their part of ${number}`,
    nothingMore,
    takeMyPartBack,
    () => async (portal, actor, target) => said(await takeBackPart(portal, actor, target)),
  ),
  assign: onRecord<{ to: Name }>(
    4,
    ({ number, to }) => `assigns ${number} to ${to}`,
    (dice) => ({ to: oneOf(dice, names) }),
    (site, actor, target, { to }) => assign(site, actor, target, to),
    ({ to }, real) =>
      async (portal, actor, target) =>
        said(await assignRecord(portal, actor, target, real.accounts[to])),
  ),
  keep: onRecord<{ days: number }>(
    2,
    ({ number, days }) => `keeps ${number} for ${days} days`,
    (dice) => ({ days: oneOf(dice, [3, 20]) }),
    (site, actor, target, { days }) => keep(site, actor, target, days),
    ({ days }) =>
      async (portal, actor, target) => {
        const keptUntil = dayOf(portal.now() + days * day);
        await keepRecord(portal, actor, target, { keptUntil, keepReason: "A court asks for it." });
        return "done";
      },
  ),
  remove: onRecord(
    5,
    ({ number }) => `deletes ${number}`,
    nothingMore,
    remove,
    () => async (portal, actor, target) => {
      await deleteRecord(portal, actor, target);
      return "done";
    },
  ),
};

type Sent = { sent: "nothing" | "a file" | "half a file"; write: number };

/** A record gets a document, loses it, or the process dies in the upload. */
function attachStep(weight: number, fact: DocumentFact): StepKind {
  const what = fact === "file" ? "document" : "document of the own paper";
  return {
    ...onRecord<Sent>(
      weight,
      ({ number, sent, write }) =>
        ({
          nothing: `removes the ${what} of ${number}`,
          "a file": `gives ${number} a new ${what}`,
          "half a file": `gives ${number} a new ${what}; the process dies ${sayWrite(write)} of the upload`,
        })[sent],
      (dice) => ({ sent: oneOf(dice, ["nothing", "a file", "a file", "half a file"] as const), write: dice(10) }),
      (site, actor, target, { sent }) => attach(site, actor, target, { sent, fact }),
      ({ sent, write }, real, now) =>
        async (portal, actor, target, next) => {
          if (sent === "half a file") return uploadHalf(real, actor, write);
          const file = sent === "a file" ? await upload(real, actor, next) : null;
          const changed = {
            particulars: particulars(factsOf(now, now ? nextOf(now).name : 0)),
            images: { [kindsOfFacts[fact]]: file },
          };
          return said(await updateRecord(portal, actor, target, changed));
        },
    ),
    mayDie: false,
    mayMeet: false,
  };
}

/** A form has all facts, as they were when it was opened. */
const factsOf = (now: Entry | undefined, name: number, to: number = numbersGiven) => {
  const facts = now && nextOf(now);
  return { passport: to < numbersGiven ? to : (facts?.passport ?? 0), ircc: facts?.ircc ?? 0, name };
};

async function upload({ portal, files }: RealSite, actor: AccountActor, file: number): Promise<string> {
  const bytes = Readable.from([Buffer.from(fileText(file))]);
  const { id, facts } = await receiveImage(portal, actor, { bytes, use: "paper" });
  files.set(file, facts.pages[0]?.image ?? "");
  return id;
}

/** Two writes to the database, and three files between them. */
const placeOf = (write: number) => ({ nth: 1 + (write >> 1), when: write % 2 === 0 ? "before" : "after" }) as const;
const sayWrite = (write: number) => `${placeOf(write).when} write ${placeOf(write).nth}`;

async function uploadHalf(real: RealSite, actor: AccountActor, write: number): Promise<string> {
  const { nth, when } = placeOf(write);
  if (real.world.store !== "takes nothing") real.dieAt(nth, when);
  try {
    await upload(real, actor, 0);
    throw new Error("nothing ended the upload");
  } catch (error) {
    if (error instanceof Died) return "died";
    throw error;
  } finally {
    await real.restart();
  }
}

const decisions = ["approve", "approve", "deny", "toggle"] as const;
