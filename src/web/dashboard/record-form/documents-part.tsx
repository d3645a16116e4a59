import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import { EditImage } from "../uploads/edit-image.tsx";
import { FileField } from "../uploads/file-field.tsx";
import { idOf } from "../uploads/send-image.ts";
import {
  uploadBox,
  uploadBoxes,
  UploadButton,
  uploadProblem,
  UploadState,
  UploadThumb,
} from "../uploads/upload-view.tsx";
import type { Uploads as UploadsOf } from "../uploads/use-uploads.ts";
import { acceptedFiles, DocumentBox } from "./document-box.tsx";
import type { RefusedForm } from "./shown-form.ts";

type Uploads = UploadsOf<DocumentKind>;

type DocumentsPartProps = { kinds: readonly DocumentKind[]; uploads: Uploads; refused: RefusedForm | null };

/** One box for each document, and above them what is still to be sorted. */
export function DocumentsPart({ kinds, uploads: given, refused }: DocumentsPartProps) {
  const uploads = keepingFocus(given);
  useDroppedFiles(kinds, uploads.add);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-22">{m.form_documents()}</h2>
        {/* A whole stack at once, to be sorted below. Without scripts every document has its own field. */}
        <p className="hidden flex-wrap items-center gap-x-4 gap-y-1 scripted:flex">
          <FileField
            id="several"
            label={m.several_files()}
            accept={acceptedFiles}
            multiple
            onFiles={(files) => uploads.add(files, null)}
          />
          <span className="text-14 text-quiet">{m.several_files_hint()}</span>
        </p>
      </div>
      <p className="max-w-prose text-quiet">{m.upload_limits()}</p>
      {uploads.unsorted.length > 0 && (
        <UnsortedDocuments uploads={uploads} missing={kinds.filter((kind) => !uploads.of(kind))} />
      )}
      <div className={uploadBoxes}>
        {kinds.map((kind) => (
          <DocumentBox key={kind} {...{ kind, uploads }} problem={lostWords(refused, kind)} />
        ))}
      </div>
    </div>
  );
}

type UnsortedDocumentsProps = { uploads: Uploads; missing: readonly DocumentKind[] };

/** Files that came several at once: each is sorted by one click on what it is. */
const UnsortedDocuments = ({ uploads, missing }: UnsortedDocumentsProps) => (
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
                    className="inline-flex min-h-11 cursor-pointer items-center rounded-sm border border-line-strong bg-surface px-3 text-14 hover:border-ink"
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
                <UploadButton
                  label={m.upload_take_away()}
                  title={title}
                  look="danger"
                  onClick={() => uploads.remove(upload)}
                />
              </div>
              {id && <input type="hidden" name="loose" value={id} />}
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);

/** Each change removes the button that was pressed, so the focus moves on instead of falling back to the top of the page. */
function keepingFocus(uploads: Uploads): Uploads {
  const andFocus = (change: () => void, kind: DocumentKind | null) => {
    flushSync(change);
    const box = kind && document.querySelector<HTMLElement>(`[data-document=${kind}] input[type=file]`);
    (document.getElementById("loose") ?? box ?? document.getElementById("several"))?.focus({ preventScroll: true });
  };
  return {
    ...uploads,
    sort: (upload, kind) => andFocus(() => uploads.sort(upload, kind), kind),
    unsort: (upload) => andFocus(() => uploads.unsort(upload), upload.kind),
    remove: (upload) => andFocus(() => uploads.remove(upload), upload.kind),
  };
}

function lostWords(refused: RefusedForm | null, kind: DocumentKind): string | undefined {
  const lost = refused?.lost.find((file) => file.kind === kind);
  if (lost) return `${lost.name}: ${uploadProblem(lost.problem)}`;
  return refused?.fields[kind] && uploadProblem("image-gone");
}

/** A file dropped or pasted on a box is its document; others wait. The browser must not open a file dropped beside a box. */
function useDroppedFiles(kinds: readonly DocumentKind[], onFiles: Uploads["add"]): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files, files.length === 1 ? kindAt(event.target, kinds) : null);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("drop", (event) => take(event, event.dataTransfer), { signal });
    document.addEventListener("paste", (event) => take(event, event.clipboardData), { signal });
    return () => stop.abort();
  }, []);
}

function kindAt(target: EventTarget | null, kinds: readonly DocumentKind[]): DocumentKind | null {
  const box = target instanceof Element ? target.closest<HTMLElement>("[data-document]") : null;
  return kinds.find((kind) => kind === box?.dataset["document"]) ?? null;
}
