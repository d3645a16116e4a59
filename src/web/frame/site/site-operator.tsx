import { createContext, type ReactNode } from "react";
import { aboutIn, licenceIn } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { ExternalLink } from "#design/external-link.tsx";
import type { SiteAppearance } from "./appearance.tsx";
import type { Operator, SiteFacts } from "./site-facts.ts";
import { telephoneLink } from "#design/telephone-link.ts";

/** What every page says about the operator: name, licence, and that the operator is not a government. */
export type SiteOperator = Pick<Operator, "name" | "licence" | "licenceBangla" | "licenceRegister"> & {
  appearance?: SiteAppearance;
};

/** Says who the operator is, and that this is not a government. The name stands above, in the head of the page. */
export const OperatorIntro = ({ operator }: { operator: Operator }) => (
  <p className="text-16 leading-snug text-balance text-quiet">
    {[m.not_a_government(), ...factsAbout(operator)].join(" · ")}
  </p>
);

/** The same for a print, which has no head. */
export const PrintedIntro = ({ operator }: { operator: Operator }) => (
  <>
    <p>
      <strong>{operator.name}</strong>
      {factsAbout(operator).map((part) => ` · ${part}`)}
    </p>
    <p>{m.not_government({ operator: operator.name })}</p>
  </>
);

const factsAbout = (operator: Operator) => [aboutIn(spokenLocale(), operator), licenceLine(operator)].filter(Boolean);

/** Empty without a licence. */
export const licenceLine = (operator: Pick<Operator, "licence" | "licenceBangla">): string =>
  operator.licence && m.licence({ licence: licenceIn(spokenLocale(), operator) });

/** The operator's own warning of fraud, while it is on. */
export const FraudWarning = ({ site }: { site: SiteFacts }) =>
  site.warning !== "" && (
    <div>
      <p className="max-w-2xl border-s-4 border-alarm ps-4 wrap-anywhere">
        <strong className="block text-alarm">{m.warning_of({ operator: site.operator.name })}</strong>
        <bdi>{site.warning}</bdi>
      </p>
    </div>
  );

export const OperatorNotice = ({ operator }: { operator: SiteOperator }) => (
  <>
    <p className="text-balance">{m.not_government({ operator: operator.name })}</p>
    {operator.licence && <p>{licenceLine(operator)}</p>}
    {operator.licenceRegister && (
      <p>
        <ExternalLink to={operator.licenceRegister}>{m.licence_register()}</ExternalLink>
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
