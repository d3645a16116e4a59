import { readConfig } from "#config";
import { isPortalError } from "#core/errors.ts";
import { decideOnCandidate } from "#operations/candidates/decide-on-candidate.ts";
import { deleteCandidate } from "#operations/candidates/delete-candidate.ts";
import { hideCandidate } from "#operations/candidates/hide-candidate.ts";
import { openPortal } from "#portal";
import { admin } from "./people.ts";
import type { Attempt, Deed } from "./racer.ts";

const portal = await openPortal(readConfig());

const deeds: Record<Deed, (target: { id: string; expectedVersion: number }) => Promise<unknown>> = {
  approve: (target) => decideOnCandidate(portal, admin, target, "approve"),
  hide: (target) => hideCandidate(portal, admin, target),
  delete: (target) => deleteCandidate(portal, admin, target),
};

process.on("message", ({ deed, id, version }: Attempt) => {
  deeds[deed]({ id, expectedVersion: version }).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(isPortalError(error) ? error.id : String(error)),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
