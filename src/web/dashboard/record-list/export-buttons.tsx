import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";

type ExportButtonsProps = { action: string; fields?: Readonly<Record<string, string>>; takesScans?: boolean };

export const ExportButtons = ({ action, fields = {}, takesScans = false }: ExportButtonsProps) => (
  <Form method="post" action={action} reloadDocument className="flex flex-wrap items-center gap-3">
    <HiddenFields fields={fields} />
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
