import { currentSettings } from "#operations/settings/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { system } from "#core/staff/actor.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

// Not the site whose menus other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-02-20" } } });

async function chooses(portal: StartedPortal, page: string, label: string): Promise<void> {
  const { operator, menus } = await currentSettings(portal.office);
  const change = {
    operator: { ...operator, page },
    menus: { ...menus, categories: [], navbar: [{ label, to: "/report" }] },
  };
  await changeSettings(portal.office, system("test"), { change });
}

test("what the operator chose is there at once, and what they left out is not", async ({ portal, visitor, page }) => {
  await chooses(portal, "https://social.example/shapla", "A <b>bold</b> link");
  await visitor.opens("/");
  const bar = page.getByRole("navigation", { name: "This site" });
  await expect(bar.getByRole("link")).toHaveText(["A <b>bold</b> link"]);
  await expect(page.getByRole("button", { name: "MENU" })).toHaveCount(0);
  const own = page.getByRole("contentinfo").getByRole("link", { name: "Page of Shapla Overseas (another site)" });
  await expect(own).toHaveAttribute("href", "https://social.example/shapla");
  await chooses(portal, "", "Another one");
  await visitor.opens("/");
  await expect(bar.getByRole("link")).toHaveText(["Another one"]);
  await expect(own).toHaveCount(0);
});
