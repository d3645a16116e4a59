import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { createContext, type ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { ExternalLink } from "#design/external-link.tsx";
import type { SiteAppearance } from "./appearance.tsx";
import type { Operator } from "./site-facts.ts";
import { telephoneLink } from "#design/telephone-link.ts";

/** What every page says about the operator: name, licence, and that the operator is not a government. */
export type SiteOperator = Pick<Operator, "name" | "licence" | "licenceRegister"> & {
  appearance?: SiteAppearance;
  lookupPolicy?: LookupPolicy;
};

/** Says above the box and above an answer who the operator is, and that this is not a government. */
export const OperatorIntro = ({ operator: { name, about, licence } }: { operator: Operator }) => (
  <div className="text-16">
    <p>
      <strong>{name}</strong>
      {[about, licence && m.licence({ licence })].filter((part) => part !== "").map((part) => ` · ${part}`)}
    </p>
    <p className="text-quiet">{m.not_government({ operator: name })}</p>
  </div>
);

export const OperatorNotice = ({ operator: { name, licence, licenceRegister } }: { operator: SiteOperator }) => (
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

/** For error pages, because the loaders of the replaced page may not have run. */
export const SiteOperatorContext = createContext<SiteOperator | null>(null);

export const canBeReached = ({ phone, email }: Operator): boolean => phone !== "" || email !== "";

export function WaysToReach({ operator: { phone, email } }: { operator: Operator }) {
  const call = telephoneLink(phone);
  return (
    <dl className="grid grid-cols-1 gap-1 empty:hidden">
      {phone && (
        <Way by={m.phone()}>
          <bdi dir="ltr">{call ? <a href={call}>{phone}</a> : phone}</bdi>
        </Way>
      )}
      {email && (
        <Way by={m.email()}>
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        </Way>
      )}
    </dl>
  );
}

const Way = ({ by, children }: { by: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-quiet">{by}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
