import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { moveRecords } from "#operations/moves/move-records.ts";
import { databaseLocation } from "#storage/database/open-database.ts";
import { sentRecord } from "../support/api.ts";
import { asJson, signedIn } from "../support/accounts/signed-in.ts";
import { engines, freshEnvironment, whenTestEnds } from "../support/portals.ts";
import { createDatabase } from "../support/processes/postgres.ts";
import { startSite } from "../support/site.ts";

describe.each(engines)("a site on %s that still serves the place from which its records were moved", (engine) => {
  test("says in calls, on pages, to whoever asks whether it is ready, and in the log where they are", async () => {
    const { DATABASE_URL = "" } = engine === "postgres" ? await freshEnvironment("postgres") : {};
    const { url, portal, environment, log } = await startSite({ DATABASE_URL }, undefined, whenTestEnds);
    const { DATA_DIR = "" } = environment;
    const { cookie } = await signedIn(portal, url, "admin");
    const to =
      engine === "sqlite"
        ? await createDatabase(inject("postgresUrl"))
        : pathToFileURL(path.join(DATA_DIR, "new.db")).href;
    await moveRecords({ url: DATABASE_URL, dataDir: DATA_DIR }, to.replace("://postgres@", "://postgres:planted@"));

    const movedAt = log.length;
    const place = databaseLocation(to, "");
    const message = `The records were moved to ${place}, and cannot be changed here any more. Set DATABASE_URL to that address, and start every process again.`;
    const answerOf = async (asked: Promise<Response>) => {
      const answer = await asked;
      const [status, body] = [answer.status, await answer.text()];
      return { status, body: body.startsWith("{") ? (JSON.parse(body) as unknown) : body };
    };
    const moved = { status: 503, body: { error: { id: "moved", message } } };
    expect(await answerOf(fetch(`${url}/readyz`))).toEqual(moved);
    expect(await answerOf(fetch(`${url}/readyz/lookups`))).toMatchObject({ status: 200 });
    expect(await answerOf(fetch(`${url}/cofees`, asJson("POST", sentRecord(), { cookie })))).toEqual(moved);
    const report = new URLSearchParams({ kind: "other", about: "A paper", message: "It is false.", website: "" });
    const page = await answerOf(fetch(`${url}/report`, { method: "POST", body: report, headers: { origin: url } }));
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining("has moved to a new place") });
    expect(await answerOf(fetch(`${url}/dashboard`, { headers: { cookie } }))).toMatchObject({ status: 200 });

    // On a busy machine, a job may have waited too long for what the move had locked.
    const hasWaited = (error: unknown, at: number) => error === "unavailable" && at < movedAt;
    const errors = () => log.filter(({ level, error }, at) => level === "error" && !hasWaited(error, at));
    expect(errors()).toContainEqual(expect.objectContaining({ error: "moved", msg: message }));
    expect(new Set(errors().map(({ error }) => error))).toEqual(new Set(["moved"]));
    expect(JSON.stringify([page, errors()])).not.toContain("planted");
  });
});
