import type { Settings } from "./settings.ts";

/** What pages and letters call the operator: until there is a name, the host at which the site is reached. */
export const operatorName = ({ name }: Pick<Settings["operator"], "name">, siteAddress: string): string =>
  name || new URL(siteAddress).host;
