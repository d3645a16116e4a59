import { readConfig } from "#config";
import { auditTrail } from "../support/audit-trail.ts";
import { openPortal } from "#server/open-portal.ts";
import { sentRecord } from "../support/api.ts";
import { admin } from "../support/accounts/people.ts";
import { ask, type SentRequest } from "./member.ts";
import { type SiteSetup, serveSite } from "./served-site.ts";
import { nothingYet, type Shown } from "./shown.ts";
import { findDamage } from "./data-checks.ts";

const changes: readonly ((id: string) => SentRequest)[] = [
  (id) => ({ method: "PATCH", path: `/user_data/Approved_or_Deny/${id}` }),
  (id) => ({ method: "PATCH", path: `/user_data/User_Hide/${id}` }),
  (id) => ({ method: "DELETE", path: `/delete_User/${id}` }),
];

/**
 * Sends the same request to two processes of one site at once: to add a record under one key, then to change the same
 * version of it. Each must happen once, with one audit event.
 */
export async function races(ground: SiteSetup, rounds: number, isConditional = true): Promise<Shown> {
  const shown = nothingYet(rounds);
  const { problems } = shown;
  {
    await using first = await serveSite(ground);
    await using second = await serveSite(ground);
    await using portal = await openPortal(readConfig(ground.environment), { isThere: true });
    const atBoth = (request: SentRequest) => Promise.all([first, second].map(({ member }) => ask(member, request)));
    for (let round = 0; round < rounds; round += 1) {
      const headers = { "idempotency-key": `race-${round}` };
      const added = await atBoth({ method: "POST", path: "/cofees", body: sentRecord(), headers });
      const ids = new Set(added.flatMap((answer) => (answer?.status === 201 ? [answer.text] : [])));
      const others = added.filter((answer) => answer?.status !== 201 && !answer?.text.includes('"still-working"'));
      if (ids.size !== 1 || others.length > 0) problems.push(`race ${round}: ${ids.size} records under one key`);
      const { insertedId: id } = JSON.parse([...ids][0] ?? "{}") as { insertedId: string };
      const change = changes[round % changes.length]?.(id) ?? { path: "/" };
      const changed = await atBoth({ ...change, headers: isConditional ? { "if-match": '"1"' } : {} });
      const statuses = changed.map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b);
      if (statuses[0] !== 200 || ![404, 412].includes(statuses[1] ?? 0))
        problems.push(`race ${round}: ${statuses.join(" and ")}`);
      const events = await auditTrail(portal, admin, "candidate", id);
      if (events.length !== 2) problems.push(`race ${round}: ${events.length} audit events`);
      shown.acknowledged += 2;
    }
  }
  problems.push(...(await findDamage(ground.environment)));
  return shown;
}
