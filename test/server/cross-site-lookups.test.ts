import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const onRecord = { passportNumber: "A12345678", name: "Rahima Khatun" };
const { passportNumber } = onRecord;
const { url, portal } = await startSite();
await addTestRecord(portal, admin, onRecord);

/** The headers that a browser sends with a form from a page of another site. */
const fromElsewhere = {
  Origin: "https://agency.example",
  "Sec-Fetch-Site": "cross-site",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-User": "?1",
};

type Answer = { status: number; headers: IncomingHttpHeaders; page: string };

/** Uses Node's HTTP client: `fetch` sets these headers itself, and its requests are no navigations. */
async function send(
  fields: Record<string, string>,
  headers: Record<string, string> = fromElsewhere,
  page = "/Check_Visa",
): Promise<Answer> {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const asking = request(`${url}${page}`, { method: "POST", headers: { ...type, ...headers } });
  asking.end(new URLSearchParams(fields).toString());
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, page: await text(answer) };
}

/** Headers that differ in every response. */
const ofEachAnswer = { date: "", "x-request-id": "" };

describe("a cross-site lookup", () => {
  test("puts the number into the box, and looks nothing up", async () => {
    const answer = await send({ number: passportNumber });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-robots-tag"]).toBe("noindex");
    const { page } = answer;
    expect(page).toContain(`value="${passportNumber}"`);
    expect(page).toContain("This number came from another page.");
    expect(page).not.toContain(onRecord.name);
  });

  test("does not count as a try, however many are sent", async () => {
    for (let at = 0; at < 40; at += 1) expect((await send({ number: `Z${at}999999` })).status).toBe(200);
    const own = await send({ number: "Z99999999" }, { Origin: url, "Sec-Fetch-Site": "same-origin" });
    const { page } = own;
    expect(page).toContain("We found no record for");
    expect(page).not.toContain("data-challenge");
  });

  test("takes only the number from the form: no proof, no ticket, no language, no old answer", async () => {
    const fields = {
      number: passportNumber,
      language: "bn",
      "answered-number": passportNumber,
      proof: "x",
      ticket: "y",
    };
    const { page } = await send(fields);
    expect(page).toContain('<html lang="en"');
    expect(page).not.toContain(onRecord.name);
    expect(page).not.toContain("answered-");
  });

  test("cuts a number that is too long, and escapes markup", async () => {
    const { page } = await send({ number: `"><script>alert(1)</script>${"9".repeat(2000)}` });
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("9".repeat(1000));
  });

  test("with an empty number shows an empty box", async () => {
    const { page } = await send({ number: " " });
    expect(page).not.toContain("came from another page");
  });
});

test("every other request that another site sends is refused", async () => {
  const framed = { ...fromElsewhere, "Sec-Fetch-Dest": "iframe" };
  expect((await send({ number: passportNumber }, framed)).status).toBe(403);
  for (const path of ["/report", "/sign-out", "/dashboard/change-date", "/cofees"]) {
    expect([path, (await send({ number: passportNumber }, fromElsewhere, path)).status]).toEqual([path, 403]);
  }
});

describe("a lookup that a browser prefetches", () => {
  const ahead = [
    { "Sec-Purpose": "prefetch" },
    { "Sec-Purpose": "prefetch;prerender" },
    { "Sec-Purpose": "prefetch;anonymous-client-ip" },
    { Purpose: "prefetch" },
  ];
  const byNobody = { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

  async function call(number: string, headers: Record<string, string>): Promise<Answer> {
    const asking = request(`${url}/result/${number}`, { headers: { ...byNobody, ...headers } }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, page: await text(answer) };
  }

  test.each(ahead)("with %j is refused, is not cached, and reveals nothing", async (headers) => {
    const [known, unknown] = [await call(passportNumber, headers), await call("Z99999999", headers)];
    expect([known.status, known.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect({ ...unknown.headers, ...ofEachAnswer }).toEqual({ ...known.headers, ...ofEachAnswer });
    expect(unknown.page).toBe(known.page);
    const form = await send({ number: passportNumber }, { ...byNobody, ...headers });
    expect([form.status, form.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(form.page).not.toContain(onRecord.name);
  });

  test("does not count as a try, however often it is sent", async () => {
    const from = { "X-Forwarded-For": "203.0.113.77" };
    for (let at = 0; at < 45; at += 1) await call(`Y${at}999999`, { ...from, "Sec-Purpose": "prefetch" });
    const statuses = new Set<number>();
    for (let at = 0; at < 29; at += 1) statuses.add((await call(`X${at}999999`, from)).status);
    expect([...statuses]).toEqual([404]);
  });

  test("is refused, but ordinary pages can be prefetched", async () => {
    for (const headers of ahead) expect((await fetch(url, { headers })).status).toBe(200);
  });
});
