import { createContext } from "react";
import { m } from "#i18n/compiled/messages.js";
import { ExternalLink } from "#design/external-link.tsx";
import type { Operator } from "./site-facts.ts";

/** What stands on every page: that the operator is no government, and by which licence they work. */
export type Whose = Pick<Operator, "name" | "licence" | "licenceRegister">;

export const WhoseSite = ({ operator: { name, licence, licenceRegister } }: { operator: Whose }) => (
  <>
    <p className="text-balance">{m.not_government({ operator: name })}</p>
    {licence && <p>{m.licence({ licence })}</p>}
    {licenceRegister && (
      <p>
        <ExternalLink to={licenceRegister}>{m.licence_register()}</ExternalLink>
      </p>
    )}
  </>
);

/** For pages that are shown in the place of others, whose loaders may not have run. */
export const WhoseSiteContext = createContext<Whose | null>(null);
