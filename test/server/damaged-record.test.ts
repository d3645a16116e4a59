import { describe, expect, test } from "vitest";
import { takeMatching } from "#operations/records/list-records.ts";
import { system } from "#core/accounts/actor.ts";
import { changeRows } from "../support/change-rows.ts";
import { filledSite } from "./every-form/site.ts";
import { readPages } from "./every-form/read-pages.ts";

const { url, portal, readers } = await filledSite({});
const staff = readers.filter(({ name }) => ["admin", "moderator", "organisation"].includes(name));
const rows = await portal.database.read.selectFrom("candidate").select(["id", "name", "sealed", "registry"]).execute();
const here = rows.filter(({ registry }) => registry === portal.registry);

// One that is published, one that waits and one that was sent back: each is read by other pages.
describe.each(here.filter(({ name }) => ["Rahim Uddin", "Babul Sarkar", "Shirin Begum"].includes(name)))(
  "while the record of $name is damaged",
  ({ id, name, sealed }) => {
    test("staff read each page but its own, and are told its name", { timeout: 120_000 }, async () => {
      await changeRows(portal, "candidate", { sealed: Buffer.from("damaged") }, { id });
      const failed: string[] = [];
      for (const reader of staff) await readPages(url, reader, new Map(), (said) => failed.push(said));
      expect(failed.filter((said) => !said.includes(id))).toEqual([]);
      const [admin] = staff;
      const list = await fetch(`${url}/dashboard/update`, { headers: { Cookie: admin?.cookies.join("; ") ?? "" } });
      expect(await list.text()).toContain(`খোলা যায় না: ${name}`);
    });

    test("programs and tables have all others", async () => {
      const answer = await fetch(`${url}/User_Data`, { headers: { Cookie: staff[0]?.cookies.join("; ") ?? "" } });
      expect(answer.headers.get("Damaged-Records")).toBe(id);
      expect(await answer.json()).toHaveLength(here.length - 1);
      const taken = await Array.fromAsync(await takeMatching(portal, system("test"), {}));
      expect(taken.flat()).toHaveLength(here.length - 1);
      await changeRows(portal, "candidate", { sealed }, { id });
    });
  },
);
