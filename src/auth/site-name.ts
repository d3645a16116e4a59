import { operatorName } from "#core/settings/operator-name.ts";
import type { AccountParts } from "./account-parts.ts";

/** Under which apps and authenticators list this site: the operator's name, once somebody has set it. */
export async function siteName({ settings, publicOrigin }: AccountParts): Promise<string> {
  const { operator } = await settings();
  return operatorName(operator, publicOrigin);
}
