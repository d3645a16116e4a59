import { statementType } from "#verify/saved-statement.ts";

/** The claims of an invented statement, without disclosures. */
export const statementClaims = (site: string) => ({
  iss: site,
  iat: 1_779_408_000,
  exp: 1_803_081_600,
  vct: statementType,
  status: { status_list: { idx: 9, uri: `${site}/status-lists/7` } },
  operator: { name: "Shapla Overseas", licence: "RL-0001" },
  published: "2026-03-03",
  _sd: [] as string[],
  documents: [] as { "...": string }[],
  _sd_alg: "sha-256",
});
