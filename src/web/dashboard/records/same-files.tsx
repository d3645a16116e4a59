import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import { OtherRecordLink } from "./record-links.tsx";

export type ShownSameFile = { kind: DocumentKind; others: readonly { id: string; name: string }[] };

/** Documents that are the same files in other records, and the way there. */
export const SameFiles = ({ files }: { files: readonly ShownSameFile[] }) =>
  files.length > 0 && (
    <section aria-labelledby="same-files" className="grid gap-1 border-s-4 border-alarm ps-4">
      <h2 id="same-files" className="text-18">
        {m.same_files_title()}
      </h2>
      <ul>
        {files.map(({ kind, others }) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-4">
            {documentTitle(kind, "/")}:
            {others.map((other) => (
              <OtherRecordLink key={other.id} {...other} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
