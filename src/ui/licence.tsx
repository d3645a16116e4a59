import { m } from "#i18n/compiled/messages.js";
import { ExternalLink } from "./external-link.tsx";
import type { Operator } from "./site-facts.ts";

/** The operator's licence, and where anyone can look it up. */
export const Licence = ({ operator: { licence, licenceRegister } }: { operator: Operator }) => (
  <>
    {licence && <p>{m.licence({ licence })}</p>}
    {licenceRegister && <ExternalLink to={licenceRegister}>{m.licence_register()}</ExternalLink>}
  </>
);
