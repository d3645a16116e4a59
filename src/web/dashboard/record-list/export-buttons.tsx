import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";

type ExportButtonsProps = { action: string; fields?: Readonly<Record<string, string>>; takesScans?: boolean };

/** Says what exports leave out, if anything is switched off. */
export const WithoutOff = () =>
  Object.keys(useDashboard().kindsOff).length > 0 && <p className="max-w-prose text-quiet">{m.export_without_off()}</p>;

export const ExportButtons = ({ action, fields = {}, takesScans = false }: ExportButtonsProps) => (
  <Form method="post" action={action} reloadDocument className="flex flex-wrap items-center gap-3">
    <HiddenFields fields={fields} />
    <div className="w-full empty:hidden">
      <WithoutOff />
    </div>
    <Button size="small" name="format" value="xlsx">
      {m.export_as_xlsx()}
    </Button>
    <Button variant="secondary" size="small" name="format" value="csv">
      {m.export_as_csv()}
    </Button>
    {takesScans && (
      <Button variant="secondary" size="small" name="format" value="zip">
        {m.export_as_zip()}
      </Button>
    )}
  </Form>
);
