import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type Candidate, parseParticulars, type Particulars } from "#core/candidates/candidate.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { addsApproved, mayAddCandidates, require } from "#core/staff/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertCandidates } from "#storage/database/candidates.ts";
import type { Writer } from "#storage/database/database.ts";
import { recordEvent } from "../audit/record-event.ts";
import { fitImages } from "../images/fit-images.ts";
import { removeLeavingImages } from "../images/leaving-images.ts";
import { type GivenImages, takeImages } from "../images/take-images.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";
import { sealCandidate } from "./sealed-candidate.ts";

export type NewCandidate = {
  /** As typed into the add form. */
  particulars: unknown;
  images: GivenImages;
};

/** Written in the transaction of the record. */
export type Alongside = (writer: Writer, candidate: Candidate) => Promise<unknown>;

/** An admin's record is published at once, a moderator's waits for approval; with four eyes everybody's waits. */
export async function addCandidate(
  portal: Portal,
  actor: Actor,
  input: NewCandidate,
  alongside: Alongside = async () => {},
): Promise<Candidate> {
  require(mayAddCandidates(actor), actor);
  const empty = await newCandidate(portal, actor, parseParticulars(input.particulars));
  const given = await fitImages(portal, actor, input.images);
  const dataKey = newDataKey(portal.keyring, empty.id);
  const { candidate, leaving } = await portal.database.write(async (writer) => {
    await refuseTakenNumbers(portal, writer, actor, empty);
    const record = { id: empty.id, key: dataKey.key, documents: {} };
    const taken = await takeImages(portal, writer, actor, record, given);
    const added = { ...empty, documents: taken.documents };
    await insertCandidates(writer, [sealCandidate(portal, added, dataKey)]);
    await alongside(writer, added);
    const details = detailsOfChange<Candidate>({}, added);
    const event = { actor, action: "candidate-added", subject: "candidate", subjectId: added.id, details } as const;
    await recordEvent(portal, writer, event, dataKey.key);
    return { candidate: added, leaving: taken.leaving };
  });
  await removeLeavingImages(portal, leaving);
  return candidate;
}

async function newCandidate(portal: Portal, actor: Actor, particulars: Particulars): Promise<Candidate> {
  const { defaultNationality, fourEyes } = await currentSettings(portal);
  const now = portal.now();
  const isAdmins = addsApproved(actor);
  const isApproved = isAdmins && !fourEyes;
  return {
    ...particulars,
    nationality: isAdmins ? defaultNationality : particulars.nationality,
    id: randomUUID(),
    registry: portal.registry,
    documents: {},
    approval: isApproved ? "approved" : "waiting",
    hidden: false,
    returnReason: "",
    addedBy: actorId(actor),
    addedAt: now,
    changedAt: now,
    approvedAt: isApproved ? now : null,
    approvedBy: isApproved ? actorId(actor) : null,
    version: 1,
  };
}
