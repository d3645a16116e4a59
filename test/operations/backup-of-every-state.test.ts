import path from "node:path";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { laterDay } from "#core/office-clock.ts";
import { approvals } from "#core/records/candidate-record.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { listFalseNumbers, markFalseNumber } from "#operations/reports/false-numbers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { fillSite } from "../released/make/fill-site.ts";
import { attestry } from "../support/command.ts";
import { emptyEnvironment, engines, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { edit } from "../support/revisions.ts";

const SECRET = "a secret of the backup tests with 32 letters";

/** A site with a record in every state, also in those of which a backup leaves rows out. */
async function fillWithEveryState(portal: Portal): Promise<void> {
  const another: Portal = { ...portal, registry: "Another_Registry" };
  const { people, records } = await fillSite(portal, another);
  await offerHolderLink(another, system("test"), await addTestRecord(another, people.admin), {});
  await edit(portal, people.admin, records.changed, { address: "Sylhet" });
  await sendBackRecord(portal, people.other, records.changed, "Which house?");
  await decideOnRecord(portal, people.other, records.withdrawn, "deny");
  await addTestRecord({ ...portal, now: () => portal.now() - 800 * dayMs }, people.admin);
  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, system("test"), { number: "Z1234567", reason: "A false visa", until });
  const retention = { since: "changed", months: 24, noticeDays: 30 } as const;
  await changeSettings(portal, system("test"), { change: { retention } });
  await reviewRetention(portal, { report: (error) => expect.unreachable(String(error)) });
}

/** Each state of records that the site has, once. */
async function statesIn(portal: Portal) {
  const { read } = portal.database;
  const each = (values: readonly (string | number)[]) => [...new Set(values.map(String))].toSorted();
  const records = await read.selectFrom("candidate").selectAll().execute();
  const revisions = await read.selectFrom("record_revision").select("state").execute();
  const notices = await read.selectFrom("retention_notice").select("record_seq").execute();
  return {
    approval: each(records.map(({ approval }) => approval)),
    hidden: each(records.map(({ hidden }) => hidden)),
    holders: each(records.map(({ registry, holder_state }) => `${registry === "Another_Registry"} ${holder_state}`)),
    revisions: each(revisions.map(({ state }) => state)),
    notices: notices.length > 0,
    marks: (await listFalseNumbers(portal, system("test"))).map(({ number }) => number),
  };
}

const withEvery = {
  approval: approvals.toSorted(),
  hidden: ["0", "1"],
  revisions: ["returned", "waiting"],
  marks: ["Z1234567"],
};

describe.each(engines)("a backup on %s of a site with records in every state", (engine) => {
  const test = testOn(engine).extend("environment", async () => ({ ...(await emptyEnvironment(engine)), SECRET }));

  test("is found whole by its check, and restored as a site that verify finds whole", async ({
    portal,
    environment,
  }) => {
    await fillWithEveryState(portal);
    expect(await statesIn(portal)).toEqual({
      ...withEvery,
      holders: ["false bound", "false none", "false offered", "true none", "true offered"],
      notices: true,
    });
    const target = path.join(path.dirname(environment["DATA_DIR"] ?? ""), "backups");
    expect(await attestry(environment, ["backup", target])).toMatchObject({ code: 0 });

    const checked = await attestry(environment, ["backup", "--check", target]);
    expect(checked).toMatchObject({ code: 0, err: "" });
    expect(checked.out).toMatch(/Records: \d+ can be opened, 0 cannot/);

    const place = { ...(await emptyEnvironment(engine)), SECRET };
    expect(await attestry(place, ["restore", target])).toMatchObject({ code: 0 });
    expect(await attestry(place, ["verify"])).toMatchObject({ code: 0, err: "" });
    expect(await statesIn(await openForTest(place))).toEqual({
      ...withEvery,
      holders: ["false bound", "false none", "true none"],
      notices: false,
    });
  });
});
