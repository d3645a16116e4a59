import { mkdir } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { cookieOfAdmin, isReady } from "../faults/member.ts";
import { settings } from "../faults/served-site.ts";
import { freshEnvironment } from "../support/portals.ts";
import { nginx, startNginx } from "../support/processes/nginx.ts";
import { rollingRestart } from "./faults.ts";
import { ServedProcess } from "./served-process.ts";
import { tryFault } from "./try-fault.ts";

// `npm run scale` does the same, and much more, with PgBouncer and S3.
test("a client that retries once sees no error while two processes behind nginx restart one after the other", async ({
  annotate,
}) => {
  if (!nginx) {
    await annotate("nginx is not installed here: several processes behind it were not tried");
    return;
  }
  const environment: Record<string, string> = { ...(await freshEnvironment("postgres")), ...settings };
  const cookie = await cookieOfAdmin(environment);
  const processes = await Promise.all([ServedProcess.start(environment), ServedProcess.start(environment)]);
  const folder = `${environment["DATA_DIR"]}-nginx`;
  await mkdir(folder);
  const addresses = processes.map(({ address }) => address);
  const balancer = await startNginx(addresses, { folder });
  for (const part of [...processes, balancer]) onTestFinished(() => part[Symbol.asyncDispose]());
  const member = { url: balancer.url, cookie };
  await expect.poll(() => isReady(member)).toBe(true);

  const crowd = { lookups: 2, writers: 1, uploads: 0, pauseMs: 80 };
  const outcome = await tryFault({ member }, () => rollingRestart({ processes }), crowd);
  expect(outcome).toMatchObject({ lost: [], failed: new Map() });
  expect(outcome.requests).toBeGreaterThan(50);
  expect(outcome.acknowledged).toBeGreaterThan(20);
});
