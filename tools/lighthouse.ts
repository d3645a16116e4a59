// Measures the public pages on a slow phone. Every category must score 100. Run it after a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { type Flags, type Result } from "lighthouse";
import { startPortal } from "../e2e/support/portal.ts";
import { shown } from "../e2e/support/records.ts";
import { chromiumLaunchOptions } from "../test/support/browser/chromium.ts";
import { answerAtAddress } from "./lighthouse/answer-at-address.ts";

const flags: Flags = {
  onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
  output: "json",
  logLevel: "error",
};

/** Audits that do not apply: the URL is a loopback address without TLS, and search engines must not index answers. */
const notOfThePage = ["is-crawlable", "is-on-https", "redirects-http"];

async function measure(page: string, url: string, port: number) {
  const run = await lighthouse(url, { ...flags, port, skipAudits: notOfThePage });
  if (!run) throw new Error(`Nothing was measured at ${url}.`);
  const { lhr } = run;
  const scores = Object.values(lhr.categories).map(({ id, score }) => ({ id, score: Math.round((score ?? 0) * 100) }));
  const shift = lhr.audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
  return { page, scores, shift, missed: missedIn(lhr) };
}

const missedIn = (lhr: Result) =>
  Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ""}`.trim()),
  );

const isMet = ({ scores, shift }: Awaited<ReturnType<typeof measure>>) =>
  scores.every(({ score }) => score === 100) && shift === 0;

const { executablePath = "", args = [], chromiumSandbox, env } = await chromiumLaunchOptions();
const profile = await mkdtemp(path.join(tmpdir(), "attestry-lighthouse-"));
const chrome = await launch({
  chromePath: executablePath,
  chromeFlags: [...args, "--headless=new", ...(chromiumSandbox ? [] : ["--no-sandbox"])],
  userDataDir: profile,
  envVars: { ...process.env, ...env },
});
try {
  await using portal = await startPortal();
  await using answer = await answerAtAddress(portal.url, shown.passport);
  const measured = [
    await measure("home", `${portal.url}/`, chrome.port),
    await measure("home in Bangla", `${answer.url}/?bn`, chrome.port),
    await measure("a result", answer.url, chrome.port),
  ];
  for (const { page, scores, shift, missed } of measured) {
    const list = scores.map(({ id, score }) => `${id} ${score}`).join(", ");
    console.log(`${page}: ${list}, shift ${shift}`);
    for (const audit of missed) console.log(`  below 1: ${audit}`);
  }
  process.exitCode = measured.every(isMet) ? 0 : 1;
} finally {
  chrome.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 3 });
}
