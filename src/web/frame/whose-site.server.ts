import { operatorName } from "#core/settings/operator-name.ts";
import type { Whose } from "./whose-site.tsx";
import type { Visit } from "./visit.server.ts";

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
