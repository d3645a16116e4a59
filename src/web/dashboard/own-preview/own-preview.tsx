import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { noParticulars } from "#core/records/record-details.ts";
import type { OwnShown } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { useDashboard } from "#design/page/use-dashboard.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { Band, HeadTerm, OwnParticulars, WrittenByAgency } from "../../sheet/sheet-parts.tsx";
import { RecordNumber } from "../../sheet/document-number.tsx";
import { StaffSheet } from "../records/staff-record.tsx";

const number = "AB1234567";
const person = () => ({
  name: m.own_preview_person(),
  particulars: { ...noParticulars, passportNumber: number, irccNumber: "W123456789" },
});

/** The values of a form as they are typed, and the event that reads them. */
export function useTypedValues(filled: FormValues) {
  const [typed, setTyped] = useState(filled);
  const onChange: ComponentProps<"form">["onChange"] = ({ currentTarget }) => {
    const texts = [...new FormData(currentTarget)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    setTyped(Object.fromEntries(texts));
  };
  return [typed, onChange] as const;
}

/** `forVisitors`: null if they do not see it. */
type OwnPreviewProps = { inForm: ReactNode; forStaff: ReactNode; forVisitors: ReactNode };

/** Shows what a field or paper becomes, while an admin types. Without scripts it is not there. */
export function OwnPreview({ inForm, forStaff, forVisitors }: OwnPreviewProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="hidden min-w-0 content-start gap-6 scripted:grid">
      <div className="grid max-w-prose gap-1">
        <h2 id={id} className="text-22">
          {m.own_preview_title()}
        </h2>
        <p className="text-quiet">{m.own_preview_text()}</p>
      </div>
      {/* Nothing in it can be filled in, reached by keys or sent. */}
      <Part title={m.own_preview_form()}>
        <div inert>{inForm}</div>
      </Part>
      <Part title={m.own_preview_staff()}>{forStaff}</Part>
      <Part title={m.own_preview_visitors()}>
        {forVisitors ?? <p className="text-quiet">{m.own_preview_not_found()}</p>}
      </Part>
    </section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-2">
    <h3 className="text-18">{title}</h3>
    {children}
  </div>
);

/** `published`: a day as the site writes it. `children`: the documents. */
type SheetProps<Own> = { own: readonly Own[]; published: string; children?: ReactNode };

type StaffOwn = ComponentProps<typeof StaffSheet>["own"][number];

/** The sheet of staff, of an invented person. */
export const PreviewForStaff = ({ own, published, children }: SheetProps<StaffOwn>) => (
  <div inert>
    <StaffSheet title={m.approved_on({ date: published })} {...person()} own={own} photo={null} empty="">
      <Documents>{children}</Documents>
    </StaffSheet>
  </div>
);

/** What a visitor finds, of the same person. */
export function PreviewForVisitors({ own, published, children }: SheetProps<OwnShown>) {
  const { operatorName: operator } = useDashboard();
  return (
    <div inert>
      <article className="record sheet">
        <Band title={m.published_by({ operator, date: published })}>
          <div className="record-head">
            <dl className="grid min-w-0 content-start gap-3">
              <HeadTerm term={m.number_asked()}>
                <RecordNumber number={number} />
              </HeadTerm>
              <HeadTerm term={m.record_name()}>{person().name}</HeadTerm>
            </dl>
          </div>
        </Band>
        <Documents>{children}</Documents>
        {own.length > 0 && (
          <WrittenByAgency agency={operator}>
            <dl className="facts">
              <OwnParticulars own={own} />
            </dl>
          </WrittenByAgency>
        )}
      </article>
    </div>
  );
}

const Documents = ({ children }: { children: ReactNode }) =>
  children && (
    <section>
      <h3 className="text-22">{m.documents_heading()}</h3>
      <ul className="papers">{children}</ul>
    </section>
  );
