import { describe, expect } from "vitest";
import { chooseColumns, deleteOwnView, readListChoices, saveView } from "#operations/records/record-views.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { countRows } from "#storage/database/rows.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { testOn } from "../support/portals.ts";

describe("views of the list", () => {
  const test = testOn("sqlite");

  test("belong to one person, are replaced under the same name, and are deleted with the account", async ({
    portal,
  }) => {
    const [me, other] = [await freshAccount(portal, "moderator"), await freshAccount(portal, "admin")];
    await saveView(portal, me, { name: "Mine", query: "state=waiting" });
    await saveView(portal, me, { name: "Mine", query: "state=hidden&sort=added" });
    await chooseColumns(portal, me, ["state", "passport"]);
    const { views, columns } = await readListChoices(portal, me);
    expect(views).toMatchObject([{ name: "Mine", query: "state=hidden&sort=added" }]);
    expect(columns).toEqual(["state", "passport"]);
    expect(await readListChoices(portal, other)).toEqual({ views: [], columns: null });
    const [view] = views;
    await deleteOwnView(portal, other, { id: view?.id ?? "" });
    await expect(deleteOwnView(portal, other, { id: "\0" })).rejects.toMatchObject({ id: "not-found" });
    expect((await readListChoices(portal, me)).views).toHaveLength(1);
    await deleteAccount(portal, other, { id: me.id });
    for (const table of ["record_view", "record_columns"] as const) {
      expect(await countRows(portal.database.read, table)).toBe(0);
    }
  });

  test("are refused without a name, beyond thirty, and if they contain more than choices", async ({ portal }) => {
    const me = await freshAccount(portal, "moderator");
    const refused = { id: "invalid" };
    await expect(saveView(portal, me, { name: " ", query: "" })).rejects.toMatchObject(refused);
    await expect(saveView(portal, me, { name: "x", query: "search=A%20B" })).rejects.toMatchObject(refused);
    await expect(chooseColumns(portal, me, ["address"])).rejects.toMatchObject(refused);
    for (let at = 0; at < 30; at += 1) await saveView(portal, me, { name: `view ${at}`, query: "" });
    await expect(saveView(portal, me, { name: "one more", query: "" })).rejects.toMatchObject(refused);
    await saveView(portal, me, { name: "view 7", query: "sort=added" });
  });
});
