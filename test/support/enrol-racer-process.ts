import { readConfig } from "#config";
import { isPortalError } from "#core/errors.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { openPortal } from "#server/open-portal.ts";
import type { EnrolRace } from "./enrol-racer.ts";

const portal = await openPortal(readConfig());

async function outcomeOf(classId: string, personId: string): Promise<string> {
  try {
    const { modified } = await enrol(portal, { kind: "staff", id: personId, role: "student" }, { classId, personId });
    return modified === 1 ? "enrolled" : "enrolled already";
  } catch (error) {
    return isPortalError(error) ? error.id : String(error);
  }
}

process.on("message", ({ classId, persons }: EnrolRace) => {
  void Promise.all(persons.map((personId) => outcomeOf(classId, personId))).then((outcomes) =>
    process.send?.(outcomes),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
