import { describe, expect, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { particulars } from "../support/people.ts";
import { PlainBrowser } from "../support/plain-browser.ts";
import { fromElsewhere, type SignedInPerson, signedIn } from "../support/signed-in.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const [admin, moderator] = [await signedIn(portal, url, "admin"), await signedIn(portal, url, "moderator")];
await addRecord(portal, system("test"), { particulars: particulars({ name: "Rahima Khatun" }), images: {} });

describe("what loaders know, without the page", () => {
  const asked = (path: string, person?: SignedInPerson) =>
    fetch(url + path, {
      headers: { ...fromElsewhere(), ...(person && { Cookie: person.cookie }) },
      redirect: "manual",
    });

  test("comes to whom the page would come", async () => {
    const answer = await asked("/dashboard/update.data", admin);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("Rahima Khatun");
  });

  test.each([
    ["a stranger", () => undefined, "/login?from=%2Fdashboard%2Fupdate"],
    ["a moderator", () => moderator, "/"],
  ])("sends %s elsewhere, as the page does", async (_, who, way) => {
    const answer = await asked("/dashboard/update.data", who());
    const text = await answer.text();
    expect(answer.status).toBe(202);
    expect(text).toContain(`"${way}"`);
    expect(text).not.toContain("Rahima Khatun");
  });

  test.each(["/_.data", "/Check_Visa.data", "/account.data", "/language.data"])("is nowhere at %s", async (path) => {
    const answer = await asked(path, admin);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("");
  });

  test.each([
    ["a number in the address", "?search=A12345678"],
    ["nonsense", "?state=__proto__&sort=1&sealed=%00"],
    ["no place of ours", "?cursor=x"],
  ])("%s is no failure", async (_, query) => {
    expect((await asked(`/dashboard/update${query}`, admin)).status).toBeLessThan(500);
  });

  test.each([
    ["moderator", "/dashboard/update", "You are not Admin"],
    ["student", "/dashboard/ManagePost", "You are not Instructor"],
    ["moderator", "/dashboard/my-enrolled-classes", "This page is for students."],
    ["student", "/MaltipleInput", "This page is for admins and moderators."],
  ] as const)("a %s at %s reads on the first page: %s", async (role, path, words) => {
    const page = new PlainBrowser(url, (await signedIn(portal, url, role)).cookie);
    await page.opens(path);
    expect([page.path, page.words]).toEqual(["/", expect.stringContaining(words)]);
  });
});
