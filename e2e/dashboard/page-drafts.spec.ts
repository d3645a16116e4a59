import { flash } from "../support/dashboard.ts";
import { aRecord } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

const typed = "Typed And Left";

test("values that were typed into a form and not saved are offered again", async ({ admin, portal, page }) => {
  const { id } = await aRecord(portal);
  const record = `/Update_A_User/${id}`;
  const forms = [
    ["/dashboard/New_Post", "Title"],
    ["/dashboard/Texts?page=terms&language=en", "Title"],
    ["/dashboard/Settings/operator", "Licence number"],
    [record, "Address"],
  ] as const;
  const putBack = page.getByRole("button", { name: "Put it back" });
  for (const [address, box] of forms) {
    await admin.opens(address);
    await expect(putBack).toHaveCount(0);
    await admin.field(box).fill(typed);
    const kept = page.waitForResponse("**/dashboard/page-draft");
    await page.getByRole("link", { name: "Reports" }).click();
    await kept;
    await admin.opens(address);
    await putBack.click();
    await expect(admin.field(box)).toHaveValue(typed);
  }
  await admin.button("Update record").click();
  await expect(flash(page)).toContainText("Record updated");
  await admin.opens(record);
  await expect(admin.field("Address")).toHaveValue(typed);
  await expect(putBack).toHaveCount(0);

  await admin.opens("/dashboard/New_Post");
  const ended = page.waitForResponse("**/dashboard/page-draft");
  await page.getByText("Throw away", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, throw it away" }).click();
  await ended;
  await admin.opens("/dashboard/New_Post");
  await expect(admin.field("Title")).toHaveValue("");
  await expect(putBack).toHaveCount(0);
});
