import { useOutletContext } from "react-router";
import type { Role } from "#core/staff/roles.ts";

export type DashboardFacts = { operatorName: string; person: { name: string; photoUrl: string; role: Role } };

export const useDashboard = (): DashboardFacts => useOutletContext<DashboardFacts>();

/** Nobody waits for what is sent by itself: a fetcher with this in its key shows no sign of being busy. */
export const quietFetcher = "quietly";
