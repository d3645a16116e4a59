import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import type { Engine } from "#storage/database/database.ts";
import { freshAdmin } from "./accounts/fresh-accounts.ts";
import { testOn } from "./portals.ts";

/** A site under the four-eyes rule with three admins: `one` is the person who attacks. */
export const testWithEyes = (engine: Engine) =>
  testOn(engine)
    .extend("one", async ({ portal }) => {
      await changeSettings(portal, system("test"), { change: { fourEyes: true } });
      return freshAdmin(portal);
    })
    .extend("other", async ({ portal }) => freshAdmin(portal))
    .extend("third", async ({ portal }) => freshAdmin(portal));
