import { createContext } from "react";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Whose } from "#ui/whose-site.tsx";
import type { Visit } from "./visit.ts";

/** For pages that are shown in the place of others, whose loaders may not have run. */
export const WhoseSiteContext = createContext<Whose | null>(null);

/** Who runs the site. Where that cannot be read, its address stands for them. */
export async function whoseSite({ settings, portal }: Pick<Visit, "settings" | "portal">): Promise<Whose> {
  const operator = await settings().then(
    (known) => known.operator,
    () => nobodyYet,
  );
  const { licence, licenceRegister } = operator;
  return { name: operatorName(operator, portal.publicOrigin), licence, licenceRegister };
}

const nobodyYet = { name: "", licence: "", licenceRegister: "" };
