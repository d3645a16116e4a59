import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/document-titles.ts";
import { EditImage } from "../uploads/edit-image.tsx";
import { idOf } from "../uploads/send-image.ts";
import { UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { Uploads } from "./use-uploads.ts";

type UnsortedDocumentsProps = {
  uploads: Uploads;
  /** The documents that are still missing. */
  missing: readonly DocumentKind[];
};

/** Files that came several at once: each is sorted by one click on what it is. */
export const UnsortedDocuments = ({ uploads, missing }: UnsortedDocumentsProps) => (
  <section aria-labelledby="loose" className="grid gap-3">
    <h3 id="loose" tabIndex={-1} className="text-18">
      {m.loose_title()}
    </h3>
    <ul className="grid gap-3">
      {uploads.unsorted.map((upload, at) => {
        const id = idOf(upload);
        const title = upload.name || m.loose_name({ number: at + 1 });
        return (
          <li key={upload.key} data-loose="" className="scan-box">
            <UploadThumb upload={upload} />
            <div className="grid min-w-0 content-start gap-2">
              <UploadState upload={upload} title={title} onRetry={() => uploads.retry(upload)} />
              <div role="group" aria-label={m.loose_question({ name: title })} className="flex flex-wrap gap-2">
                {missing.map((kind) => (
                  <button
                    key={kind}
                    name="do"
                    value={`sort ${id} ${kind}`}
                    onClick={(event) => {
                      event.preventDefault();
                      uploads.sort(upload, kind);
                    }}
                    className="sort-button"
                  >
                    {documentTitle(kind, "/")}
                  </button>
                ))}
              </div>
              <div className="hidden flex-wrap gap-x-3 scripted:flex">
                <EditImage
                  upload={upload}
                  title={upload.name || m.loose_title()}
                  onDone={(file) => uploads.replace(upload, file)}
                />
                <button type="button" className="row-button grave min-h-11" onClick={() => uploads.remove(upload)}>
                  {m.upload_take_away()}
                  <span className="sr-only"> {title}</span>
                </button>
              </div>
              {id && <input type="hidden" name="loose" value={id} />}
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);
