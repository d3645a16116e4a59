import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { cancelEnrolment, enrol } from "#operations/classes/enrol-student.ts";
import { updateClass } from "#operations/classes/manage-class.ts";
import { aClass, aPaidSeat, facts } from "../../e2e/support/classes.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();

async function pageOf(role: "admin" | "student", path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, (await signedIn(office, url, role)).cookie);
  await page.opens(path);
  return page;
}

/** The link beside the newest payment that is not void. */
const voidLink = ({ words }: PlainBrowser) => /Void \d{6}/.exec(words)?.[0] ?? "";

test("a student without a seat reads on every page what to do next", async () => {
  const page = await pageOf("student", "/dashboard");
  expect(page.heading).toBe("What you can do here");
  await page.follows("My Enrolled Classes");
  expect(page.words).toContain("You have no seat in a class yet");
  await page.opens("/dashboard/payment-history");
  expect(page.words).toContain("No payments yet");
  await page.follows("See the classes");
  expect([page.heading, page.words]).toEqual(["My Selected Classes", expect.stringContaining("Your list is empty")]);
});

test("a student selects a class, enrols, and gives the seat up", async () => {
  const { title } = await aClass({ office });
  const page = await pageOf("student", "/dashboard/my-selected-classes");
  expect(page.words).toMatch(new RegExp(`${title}.*Sunday, 10 January 2094 at 18:30.*BDT 1,500`));
  await page.presses(`Select ${title}`);
  expect(page.words).toContain(`${title} is on your list`);
  await page.presses(`Remove ${title}`);
  await page.presses(`Undo ${title}`);
  expect(page.words).toContain("2 seats left");
  await page.presses(`Enrol ${title}`);
  expect(page.words).toContain(`You have a seat in ${title}`);
  await page.opens("/dashboard/my-enrolled-classes");
  expect(page.words).toContain("BDT 0 of BDT 1,500 paid");
  await page.follows(`Give up seat ${title}`);
  await page.presses("Yes, give it up");
  expect(page.words).toContain(`You gave up your seat in ${title}`);
  expect(page.words).toContain("Seat given up on");
});

test("an admin closes a class, opens it again, and deletes a class without students", async () => {
  const { title } = await aClass({ office });
  const page = await pageOf("admin", "/dashboard/classes");
  await page.presses(`Close ${title}`);
  expect(page.words).toContain(`${title} is closed now`);
  await page.follows("Closed");
  await page.presses(`Reopen ${title}`);
  expect(page.words).toContain(`${title} is open again`);
  await page.follows("Open");
  await page.follows(`Delete ${title}`);
  await page.presses("Yes, delete it!");
  expect(page.words).toContain("The class has been deleted.");
  expect(page.words).not.toContain(title);
});

test("an admin reads the roll, records a payment once, and voids it", async () => {
  const { one } = await aPaidSeat({ office });
  const page = await pageOf("admin", "/dashboard/classes");
  await page.follows(`Roll ${one.title}`);
  expect(page.words).toContain("BDT 500 of BDT 1,500 paid");
  await page.follows("Payments Rafiq Uddin");
  expect([page.heading, page.box("Amount").value]).toEqual(["Rafiq Uddin", "1000"]);
  page.types({ "Payment method": "bank" });
  await page.presses("Record payment");
  expect(page.words).toContain("BDT 1,500 paid, nothing to pay");
  expect(page.words).toContain("Nothing is left to pay.");
  await page.follows(voidLink(page));
  page.types({ "Why is it void?": "Typed for the wrong student." });
  await page.presses("Void this payment");
  expect(page.words).toContain("BDT 500 of BDT 1,500 paid");
  await page.follows(/See receipt \d{6}/.exec(page.words)?.[0] ?? "See receipt");
  expect(page.words).toContain("This payment was recorded by mistake. On ");
});

test("no payment is recorded in a currency that the admin has not seen", async () => {
  const { one, student } = await aPaidSeat({ office });
  const page = await pageOf("admin", `/dashboard/classes/${one.id}/students/${student.id}`);
  page.types({ Amount: "500", Reference: "TXN-2" });
  await updateClass(office, system("test"), { id: one.id }, { ...facts, title: one.title, currency: "KWD" });
  const seat = { classId: one.id, personId: student.id };
  await cancelEnrolment(office, student, seat);
  await enrol(office, student, seat);
  await page.presses("Record payment");
  expect(page.words).toContain("The fee or the currency of this student changed");
  expect(page.box("Amount")).toMatchObject({ value: "500", description: expect.stringContaining("In KWD") });
  expect(page.box("Reference").value).toBe("TXN-2");
  page.types({ Amount: "100" });
  await page.presses("Record payment");
  expect(page.words).toContain("KWD 100");
});

test("a form that is sent again after its payment was voided is refused", async () => {
  const { one, student } = await aPaidSeat({ office });
  const path = `/dashboard/classes/${one.id}/students/${student.id}`;
  const { cookie } = await signedIn(office, url, "admin");
  const [page, again] = [new PlainBrowser(url, cookie), new PlainBrowser(url, cookie)];
  await page.opens(path);
  await again.opens(path);
  again.html = page.html;
  for (const form of [page, again]) form.types({ Amount: "300" });
  await page.presses("Record payment");
  await page.follows(voidLink(page));
  page.types({ "Why is it void?": "Typed for the wrong student." });
  await page.presses("Void this payment");
  await again.presses("Record payment");
  expect(again.words).toContain("that payment is void");
  expect(again.box("Amount").value).toBe("1000");
  await again.presses("Record payment");
  expect(again.words).toContain("Payment recorded");
});

test("an admin who removes a student that paid reads that the payments stay", async () => {
  const { one } = await aPaidSeat({ office });
  const page = await pageOf("admin", `/dashboard/classes/${one.id}`);
  await page.follows("Remove Rafiq Uddin");
  expect(page.words).toContain("BDT 500 is recorded as paid. The payments stay in the history");
  await page.presses("Yes, remove");
  expect(page.words).toContain("no seat any more, BDT 500 paid");
});
