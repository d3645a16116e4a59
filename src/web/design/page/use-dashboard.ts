import { useOutletContext } from "react-router";
import type { Role } from "#core/accounts/roles.ts";
import type { PapersHere } from "#core/own-fields/own-paper.ts";
import type { WithFeatures } from "#core/settings/features.ts";

export type DashboardFacts = WithFeatures &
  Pick<PapersHere, "kindsOff"> & { operatorName: string; person: { id: string; name: string; role: Role } };

export const useDashboard = (): DashboardFacts => useOutletContext<DashboardFacts>();

/** The dashboard shows no busy sign for fetchers whose key starts with this text: they run without a user's action. */
export const quietFetcher = "quietly";
