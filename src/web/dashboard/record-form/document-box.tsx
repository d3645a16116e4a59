import { useId } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import { EditImage } from "../uploads/edit-image.tsx";
import { CameraField, FileField } from "../uploads/file-field.tsx";
import { idOf, isOnItsWay, type Upload } from "../uploads/send-image.ts";
import { uploadBox, UploadButton, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { Uploads } from "../uploads/use-uploads.ts";

export const acceptedFiles = "image/jpeg,image/png,image/webp,application/pdf";

type DocumentBoxProps = { kind: DocumentKind; uploads: Uploads<DocumentKind>; problem: string | undefined };

/** The place of one document. Without scripts a field for a file; with them the file is sent as soon as it is chosen. */
export function DocumentBox({ kind, uploads, problem }: DocumentBoxProps) {
  const id = useId();
  const title = documentTitle(kind, "/");
  const upload = uploads.of(kind);
  const newId = upload && !upload.isStored ? idOf(upload) : null;
  const add = (files: File[]) => uploads.add(files, kind);
  return (
    <div data-document={kind} className={uploadBox}>
      <UploadThumb upload={upload} />
      <div className="grid min-w-0 content-start gap-1">
        <h3 id={`${id}-title`} className="text-16">
          {title}
        </h3>
        {upload && <UploadState upload={upload} title={title} onRetry={() => uploads.retry(upload)} />}
        {problem && !newId && (
          <p id={`${id}-problem`} className="font-semibold text-alarm">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          <FileField
            id={id}
            name={`file.${kind}`}
            label={upload ? m.upload_replace() : m.upload_choose()}
            accept={acceptedFiles}
            aria-labelledby={`${id}-title`}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onFiles={add}
          />
          <CameraField title={title} onFiles={add} />
          {upload && <UploadButtons {...{ upload, uploads, title }} />}
        </div>
        {upload && upload.step.step !== "failed" && <TakeAway {...{ kind, upload, uploads, title }} />}
        {newId && <input type="hidden" name={`image.${kind}`} value={newId} />}
      </div>
    </div>
  );
}

type PartProps = { upload: Upload<DocumentKind>; uploads: Uploads<DocumentKind>; title: string };

const UploadButtons = ({ upload, uploads, title }: PartProps) => (
  <>
    {!upload.isTakenAway && (
      <EditImage upload={upload} title={title} onDone={(file) => uploads.replace(upload, file)} />
    )}
    {!upload.isStored && (
      <UploadButton
        label={m.upload_other_document()}
        title={title}
        className="hidden scripted:inline-flex"
        onClick={() => uploads.unsort(upload)}
      />
    )}
    {upload.step.step === "failed" && (
      <UploadButton label={m.upload_take_away()} title={title} look="danger" onClick={() => uploads.remove(upload)} />
    )}
  </>
);

/** While the file is on its way there is nothing to tick, but the room for it: nothing moves when it is there. */
const TakeAway = ({ kind, upload, uploads, title }: PartProps & { kind: DocumentKind }) => (
  <label className={`flex min-h-11 cursor-pointer items-center gap-2 text-14 ${isOnItsWay(upload) ? "invisible" : ""}`}>
    <input
      type="checkbox"
      name="take-away"
      value={kind}
      checked={upload.isTakenAway}
      onChange={({ target }) => uploads.takeAway(upload, target.checked)}
      className="size-5"
    />
    {m.upload_take_away()}
    <span className="sr-only"> {title}</span>
  </label>
);
