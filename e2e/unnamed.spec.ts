import { expect, test } from "./support/test.ts";

const operator = { name: "", licence: "", licenceRegister: "", address: "", phone: "", email: "", page: "" };
test.use({ wishes: { settings: { operator } } });

test("until the operator has a name, the site goes by its own address", async ({ visitor, page, portal }) => {
  const { host } = new URL(portal.url);
  await visitor.opens("/");
  await expect(page.getByRole("banner").getByRole("link").first()).toHaveText(new RegExp(`${host}$`));
  await expect(page.getByRole("contentinfo")).toContainText(`${host} is not a government.`);
  await expect(page).toHaveTitle(`Check a paper – ${host}`);
});
