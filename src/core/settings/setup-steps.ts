/** What a new site needs before visitors arrive, in the order in which an admin is shown it. */
export const setupSteps = ["operator", "zone", "factor", "mail", "backup", "admin", "privacy", "record"] as const;
export type SetupStep = (typeof setupSteps)[number];
