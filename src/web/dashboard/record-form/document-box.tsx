import { type ReactNode, useId } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle, pageTitle } from "#i18n/document-titles.ts";
import { acceptedFiles, CameraField, FileField } from "../uploads/file-field.tsx";
import { idOf, type Upload } from "../uploads/send-image.ts";
import { OpenedThumb, uploadBox, UploadButton, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { Uploads } from "../uploads/use-uploads.ts";
import { DocumentMenu } from "./document-menu.tsx";

type DocumentBoxProps = {
  kind: DocumentKind;
  uploads: Uploads<DocumentKind>;
  problem: string | undefined;
  /** Further fields about the document. */
  children: ReactNode;
};

/**
 * The place for one document. With scripts each file is sent as soon as it is chosen; without, the form sends the
 * files.
 */
export function DocumentBox({ kind, uploads, problem, children }: DocumentBoxProps) {
  const id = useId();
  const title = documentTitle(kind, "/");
  const files = uploads.of(kind);
  const isNew = uploads.isChanged(kind);
  const add = (chosen: File[]) => uploads.add(chosen, kind);
  const field = (
    <>
      <FileField
        id={id}
        name={`file.${kind}`}
        label={files.length > 0 ? m.upload_replace() : m.upload_choose()}
        accept={acceptedFiles}
        multiple={kind !== "photo"}
        aria-labelledby={`${id}-title`}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onFiles={add}
      />
      <CameraField title={title} onFiles={add} />
    </>
  );
  return (
    <div data-document={kind} className={uploadBox}>
      <div className="grid content-start gap-2">
        {files.length === 0 && <UploadThumb upload={undefined} />}
        {files.map((upload, at) => (
          <OpenedThumb key={upload.key} upload={upload} title={pageTitle(title, at, files.length)} />
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <h3 id={`${id}-title`} className="text-16">
          {title}
        </h3>
        {files.map((upload) => (
          <FileLine key={upload.key} {...{ upload, uploads, title }} />
        ))}
        {problem && !isNew && (
          <p id={`${id}-problem`} className="font-semibold text-alarm">
            {problem}
          </p>
        )}
        {files.length === 0 ? (
          <div className="flex flex-wrap items-center gap-x-3">{field}</div>
        ) : (
          <DocumentMenu {...{ kind, files, uploads, title }}>{field}</DocumentMenu>
        )}
        {children}
        {isNew &&
          files.map((upload) => {
            const image = idOf(upload);
            return image && <input key={upload.key} type="hidden" name={`image.${kind}`} value={image} />;
          })}
      </div>
    </div>
  );
}

type FileLineProps = { upload: Upload<DocumentKind>; uploads: Uploads<DocumentKind>; title: string };

const FileLine = ({ upload, uploads, title }: FileLineProps) => (
  <>
    <UploadState upload={upload} title={title} onRetry={() => uploads.retry(upload)} />
    {upload.step.step === "failed" && (
      <UploadButton
        label={m.upload_take_away()}
        title={title}
        variant="row-danger"
        className="justify-self-start"
        onClick={() => uploads.remove(upload)}
      />
    )}
  </>
);
