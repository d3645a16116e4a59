import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { deleteOldRuns } from "#operations/run-work/due-runs.ts";
import { deleteOldToldAnswers, tellOrganisations } from "#operations/desk/tell-organisations.ts";
import { sweepRequests } from "#operations/portal/do-once.ts";
import { sweepDrafts } from "#operations/drafts/change-draft.ts";
import { applyDueChanges } from "#operations/decisions/decide-change.ts";
import { deleteOldHolderLinks } from "#operations/holders/holder-links.ts";
import { deleteOldShareCodes } from "#operations/holders/share-codes.ts";
import { tellHolders } from "#operations/holders/tell-holders.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { rehashFiles } from "#operations/upkeep/same-files.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { writeLookups } from "#operations/lookups/flush-lookups.ts";
import { writeLookupDays } from "#operations/records/lookup-days.ts";
import { countRecordStates } from "#operations/overview/record-states.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { deleteOldReports } from "#operations/reports/handle-report.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { deleteOldWatches, tellWatchers } from "#operations/watches/tell-watchers.ts";
import { deleteOldDeliveries } from "#operations/alerts/deliver-webhooks.ts";
import { executeAllRuns, round } from "../support/execute-all-runs.ts";

/** Runs once everything that the jobs of a site do by themselves, except what reaches other machines. */
export async function sweepAll(portal: Portal): Promise<void> {
  await executeAllRuns(portal);
  await reviewRetention(portal, round());
  const jobs = [
    writeLookups,
    writeLookupDays,
    followAuditLog,
    sweepStatements,
    signCheckpoint,
    applyDueChanges,
    tellHolders,
    tellWatchers,
    tellOrganisations,
    rehashFiles,
    countRecordStates,
    sweepAllImages,
    sweepDrafts,
    sweepRequests,
    deleteOldRuns,
    deleteOldHolderLinks,
    deleteOldShareCodes,
    deleteOldToldAnswers,
    deleteOldWatches,
    deleteOldReports,
    deleteOldDeliveries,
  ];
  for (const job of jobs) await job(portal);
}
