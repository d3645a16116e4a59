import { Form, href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { FoldedSection } from "#design/folded-section.tsx";
import { Button } from "#design/form/button.tsx";
import { pages } from "../../pages.ts";
import { WithoutOff } from "../record-list/export-buttons.tsx";

/** Downloads a record as files: to take it elsewhere, or to tell a person what the site knows about them. */
export const RecordDownload = ({ id }: { id: string }) => (
  <FoldedSection title={m.record_download()}>
    <Form
      method="post"
      action={href(pages.recordFiles.path, { id })}
      reloadDocument
      className="grid max-w-prose justify-items-start gap-3"
    >
      <p className="text-quiet">{m.record_download_text()}</p>
      <WithoutOff />
      <Button variant="secondary" size="small" name="what" value="record">
        {m.record_download_documents()}
      </Button>
      <p className="text-quiet">{m.record_download_person_text()}</p>
      <Button variant="secondary" size="small" name="what" value="everything">
        {m.record_download_person()}
      </Button>
    </Form>
  </FoldedSection>
);
