import { type CandidateRecord, parseUpdate } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayUpdateRecord, mayUpdateRecords, authorize } from "#core/staff/permissions.ts";
import { fitImages } from "../images/fit-images.ts";
import { removeLeavingImages } from "../images/leaving-images.ts";
import { type GivenImages, type TakenImages, takeImages } from "../images/take-images.ts";
import type { Portal } from "../portal.ts";
import { type RecordChanged, type RecordTarget, changeRecord } from "./change-record.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";

export type RecordUpdate = {
  /** As typed into the update form. */
  particulars: unknown;
  /** New papers by kind; null takes a paper away, a kind left out keeps its paper. */
  images: GivenImages;
};

/** Writes particulars and papers anew. What was sent back is handed in again by this. */
export async function updateRecord(
  portal: Portal,
  actor: Actor,
  target: RecordTarget,
  { particulars, images }: RecordUpdate,
): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  const checked = parseUpdate(particulars);
  const given = await fitImages(portal, actor, images);
  let leaving: TakenImages["leaving"] = [];
  const changed = await changeRecord(portal, actor, target, {
    allowed: mayUpdateRecords,
    allowedFor: mayUpdateRecord,
    apply: async (record, { writer, key }) => {
      const { id, documents } = record;
      const taken = await takeImages(portal, writer, actor, { id, key, documents }, given);
      leaving = taken.leaving;
      return { ...checked, documents: taken.documents, ...handedInAgain(record) };
    },
    action: "candidate-updated",
    check: (writer, record) => refuseTakenNumbers(portal, writer, actor, record),
  });
  await removeLeavingImages(portal, leaving);
  return changed;
}

const handedInAgain = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "returned" ? { approval: "waiting", returnReason: "" } : {};
