import type { TypedElsewhere } from "#core/records/typed-elsewhere.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button, buttonClass } from "#design/form/button.tsx";
import { pages } from "../pages.ts";

/** Says what was typed into the box for a number. */
export const elsewhereWords: Record<TypedElsewhere["kind"], () => string> = {
  "share-code": m.typed_code,
  "card-code": m.typed_card,
  address: m.typed_address,
};

/** Leads to where it belongs, and never by itself. A code is sent in a form, because addresses are logged. */
export function LeadElsewhere({ elsewhere }: { elsewhere: TypedElsewhere }) {
  if (elsewhere.kind === "address") return <Lead to={elsewhere.to}>{m.typed_address_open()}</Lead>;
  if (elsewhere.kind === "card-code") return <Lead to={pages.myRecord.path}>{m.typed_card_open()}</Lead>;
  return (
    <form method="post" action={pages.code.path}>
      <input type="hidden" name="code" value={elsewhere.code} />
      <Button variant="secondary">{m.typed_code_open()}</Button>
    </form>
  );
}

const Lead = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className={buttonClass({ variant: "secondary" })}>
    {children}
  </a>
);

/** Below the box, if nothing was looked up. */
export const WhereItBelongs = ({ elsewhere, takesFocus }: { elsewhere: TypedElsewhere; takesFocus: boolean }) => (
  <div className="grid justify-items-start gap-3 border-s-4 border-line-strong ps-3">
    <p tabIndex={-1} autoFocus={takesFocus} className="font-semibold">
      {elsewhereWords[elsewhere.kind]()}
    </p>
    <LeadElsewhere elsewhere={elsewhere} />
  </div>
);
