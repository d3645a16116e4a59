import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { documentTitle } from "../../lookup/documents.tsx";
import { EditImage } from "../uploads/edit-image.tsx";
import { idOf } from "../uploads/send-image.ts";
import { uploadBox, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
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
          <li key={upload.key} data-loose="" className={uploadBox}>
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
                    className="inline-flex min-h-11 cursor-pointer items-center rounded-sm border border-line-strong bg-surface px-3 text-14 transition-[scale] duration-(--press) hover:border-ink active:scale-97"
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
                <Button type="button" look="danger" className="min-h-11" onClick={() => uploads.remove(upload)}>
                  {m.upload_take_away()}
                  <span className="sr-only"> {title}</span>
                </Button>
              </div>
              {id && <input type="hidden" name="loose" value={id} />}
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);
