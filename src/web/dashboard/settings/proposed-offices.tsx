import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { ExternalLink } from "#design/external-link.tsx";
import { pages } from "../../pages.ts";

type ShownOffice = {
  to: string;
  label: string;
  papers: string;
  source: string;
  read: string;
  state: string;
  waits: boolean;
};

type ProposedOfficesProps = { offices: readonly ShownOffice[]; version: number };

/** The offices that sets brought: an admin opens the address of each once, and shows it or leaves it out. */
export const ProposedOffices = ({ offices, version }: ProposedOfficesProps) => (
  <FormPart id="offices" title={m.sets_offices()} className="max-w-prose gap-3">
    <p>{m.sets_offices_text()}</p>
    <ul className="grid">
      {offices.map((office) => (
        <li key={`${office.state} ${office.to}`} className="grid gap-1 border-t border-line py-3">
          <span className="font-semibold wrap-anywhere">{office.label}</span>
          <span className="wrap-anywhere">
            <ExternalLink to={office.to}>{office.to}</ExternalLink>
          </span>
          <span className="text-16 text-quiet wrap-anywhere">{office.papers}</span>
          <span className="text-16 text-quiet wrap-anywhere">
            {office.read} <bdi dir="ltr">{office.source}</bdi>
          </span>
          <span className={office.waits ? "font-semibold" : "text-16 text-quiet"}>{office.state}</span>
          {office.waits && (
            <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
              <OfficeButton does="look" label={m.sets_office_look()} {...{ office, version }} />
              <OfficeButton does="leave" label={m.sets_office_leave()} {...{ office, version }} />
            </div>
          )}
        </li>
      ))}
    </ul>
  </FormPart>
);

type OfficeButtonProps = { does: "look" | "leave"; label: string; office: ShownOffice; version: number };

const OfficeButton = ({ does, label, office, version }: OfficeButtonProps) => (
  <ActionButton
    action={pages.sets.path}
    fields={{ do: does, id: office.to, version: String(version) }}
    label={label}
    of={office.label}
    className="link-button min-h-11"
  />
);
