import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { documentTitle } from "#i18n/document-titles.ts";
import { pages } from "../pages.ts";
import { FoldedSection } from "./folded-section.tsx";

export type OwnDocumentsProps = {
  own: readonly { kind: DocumentKind; isWithheld: boolean }[];
  operator: string;
};

/** The documents that the holder hides from strangers or may hide. */
export const OwnDocuments = ({ own, operator }: OwnDocumentsProps) => (
  <FoldedSection id="documents" title={m.holder_documents_title()} isOpen={own.some(({ isWithheld }) => isWithheld)}>
    <p>{m.holder_documents_text({ operator })}</p>
    <ul className="border-t border-line">
      {own.map((document) => (
        <DocumentRow key={document.kind} {...document} />
      ))}
    </ul>
  </FoldedSection>
);

const DocumentRow = ({ kind, isWithheld }: OwnDocumentsProps["own"][number]) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2">
    <div id={`document-${kind}`}>
      <p className="font-semibold">{documentTitle(kind, "/")}</p>
      <p className="text-16 text-quiet">{isWithheld ? m.holder_document_kept() : m.holder_document_open()}</p>
    </div>
    <form method="post" action={pages.myRecord.path}>
      <input type="hidden" name="kind" value={kind} />
      <Button
        id={`hold-${kind}`}
        variant="secondary"
        size="small"
        className="scroll-mt-20"
        name="do"
        value={isWithheld ? "give" : "hold"}
        aria-describedby={`document-${kind}`}
      >
        {isWithheld ? m.holder_give_back() : m.holder_hold_back()}
      </Button>
    </form>
  </li>
);
