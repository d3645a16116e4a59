import type { ReactNode } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import { UploadState } from "./upload-state.tsx";
import { UploadThumb } from "./upload-thumb.tsx";
import { idOf, type Scan } from "./send-upload.ts";

type UnsortedDocumentsProps = {
  scans: readonly Scan[];
  /** The papers that are still missing. */
  free: readonly DocumentKind[];
  onSort: (scan: Scan, kind: DocumentKind) => void;
  onRetry: (scan: Scan) => void;
  onRemove: (scan: Scan) => void;
  edit: (scan: Scan) => ReactNode;
};

/** Scans that came several at once: each is sorted by one click on what it is. */
export const UnsortedDocuments = ({ scans, free, onSort, onRetry, onRemove, edit }: UnsortedDocumentsProps) => (
  <section aria-labelledby="loose" className="grid gap-3">
    <h3 id="loose" tabIndex={-1} className="text-18">
      {m.loose_title()}
    </h3>
    <ul className="grid gap-3">
      {scans.map((scan, place) => (
        <li key={scan.key} data-loose="" className="scan-box">
          <UploadThumb scan={scan} />
          <div className="grid min-w-0 content-start gap-2">
            <UploadState scan={scan} title={titleOf(scan, place)} onRetry={() => onRetry(scan)} />
            <div
              role="group"
              aria-label={m.loose_question({ name: titleOf(scan, place) })}
              className="flex flex-wrap gap-2"
            >
              {free.map((kind) => (
                <button
                  key={kind}
                  name="do"
                  value={`sort ${idOf(scan)} ${kind}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onSort(scan, kind);
                  }}
                  className="sort-button"
                >
                  {documentTitle(kind, "/")}
                </button>
              ))}
            </div>
            <div className="hidden flex-wrap gap-x-3 scripted:flex">
              {edit(scan)}
              <button type="button" className="row-button grave min-h-11" onClick={() => onRemove(scan)}>
                {m.upload_take_away()}
                <span className="sr-only"> {titleOf(scan, place)}</span>
              </button>
            </div>
            {idOf(scan) && <input type="hidden" name="loose" value={idOf(scan) ?? ""} />}
          </div>
        </li>
      ))}
    </ul>
  </section>
);

const titleOf = ({ name }: Scan, place: number) => name || m.loose_name({ number: place + 1 });
