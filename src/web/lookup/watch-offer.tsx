import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../pages.ts";

/** Shown below every answer that found nothing, whatever the reason. */
export const WatchOffer = ({ ticket, operator }: { ticket: string; operator: string }) => (
  <details className="screen-only border-t border-line pt-2">
    <summary className="min-h-11 cursor-pointer py-2.5">{m.watch_offer()}</summary>
    <form method="post" action={pages.watch.path} noValidate className="grid max-w-md gap-4 pt-2">
      <HiddenFields fields={{ ticket }} />
      <p className="text-16 text-quiet">{m.watch_terms({ operator })}</p>
      <Field name="email" type="email" label={m.email()} missing={m.email_required()} autoComplete="email" />
      <div>
        <Button variant="secondary">{m.watch_ask()}</Button>
      </div>
    </form>
  </details>
);
