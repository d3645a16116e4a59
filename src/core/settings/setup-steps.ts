/** What a new site needs before visitors come, in the order in which an admin is told. */
export const setupSteps = ["operator", "factor", "mail", "backup", "admin", "privacy", "record"] as const;
export type SetupStep = (typeof setupSteps)[number];
