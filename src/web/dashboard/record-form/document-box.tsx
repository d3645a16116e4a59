import type { IconNode } from "lucide";
import { type ReactNode, useId } from "react";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { pageTitle } from "#i18n/document-titles.ts";
import { writtenCount } from "#i18n/written.ts";
import { acceptedFiles, CameraField, FileField } from "../uploads/file-field.tsx";
import { idOf, type Upload } from "../uploads/send-image.ts";
import { OpenedThumb, uploadBox, UploadButton, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { Uploads } from "../uploads/use-uploads.ts";
import { EditImage } from "../uploads/edit-image.tsx";

type DocumentBoxProps = {
  kind: AnyKind;
  title: string;
  icon: IconNode;
  uploads: Uploads<AnyKind>;
  problem: string | undefined;
  /** Further fields about the document. */
  children: ReactNode;
};

/**
 * The place for one document. With scripts each file is sent as soon as it is chosen; without, the form sends the
 * files.
 */
export function DocumentBox({ kind, title, icon, uploads, problem, children }: DocumentBoxProps) {
  const id = useId();
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
        {files.length === 0 && <UploadThumb upload={undefined} icon={icon} />}
        {files.map((upload, at) => (
          <OpenedThumb key={upload.key} upload={upload} title={pageTitle(title, at, files.length)} />
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <h3 id={`${id}-title`} className="text-16">
          {title}
        </h3>
        {files.map((upload, at) => (
          <FileLine key={upload.key} {...{ upload, uploads, title, at }} />
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

type FileLineProps = { upload: Upload<AnyKind>; uploads: Uploads<AnyKind>; title: string; at: number };

const FileLine = ({ upload, uploads, title, at }: FileLineProps) => (
  <>
    <UploadState
      {...{ upload, title, at }}
      onRetry={() => uploads.retry(upload)}
      onChosenAgain={(file) => uploads.replace(upload, file)}
    />
    {upload.step.step === "failed" && (
      <UploadButton
        label={m.upload_take_away()}
        title={title}
        variant="row-danger"
        className="hidden justify-self-start scripted:inline-flex"
        onClick={() => uploads.remove(upload)}
      />
    )}
  </>
);

type DocumentMenuProps = {
  kind: AnyKind;
  files: readonly Upload<AnyKind>[];
  uploads: Uploads<AnyKind>;
  title: string;
  children: ReactNode;
};

/** All actions on a document that has files, in a menu. */
const DocumentMenu = ({ kind, files, uploads, title, children }: DocumentMenuProps) => (
  <details>
    <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-line-strong underline-offset-[0.2em]">
      {m.upload_change()}
      <span className="sr-only"> {title}</span>
    </summary>
    <div className="grid justify-items-start border-s-2 border-line ps-3">
      {children}
      {kind !== "photo" && (
        <span className="hidden scripted:contents">
          <FileField
            id={`more.${kind}`}
            label={m.upload_more_pages()}
            accept={acceptedFiles}
            multiple
            aria-label={`${title}: ${m.upload_more_pages()}`}
            onFiles={(chosen) => uploads.add(chosen, kind, { isBehind: true })}
          />
        </span>
      )}
      {files.map((upload, at) => (
        <FileButtons
          key={upload.key}
          {...{ upload, uploads, at }}
          isAlone={files.length === 1}
          title={pageTitle(title, at, files.length)}
        />
      ))}
      {files.every(({ isStored }) => !isStored) && (
        <UploadButton
          label={m.upload_other_document()}
          title={title}
          className="hidden scripted:inline-flex"
          onClick={() => uploads.unsort(kind)}
        />
      )}
      <TakeAway {...{ kind, files, uploads, title }} />
    </div>
  </details>
);

type FileButtonsProps = Pick<DocumentMenuProps, "uploads"> & {
  upload: Upload<AnyKind>;
  at: number;
  isAlone: boolean;
  /** The title of this file, if the document has several files. */
  title: string;
};

const FileButtons = ({ upload, uploads, at, isAlone, title }: FileButtonsProps) => (
  <div className="flex flex-wrap items-center gap-x-3">
    {!isAlone && <span className="text-14 text-quiet">{m.upload_page({ number: writtenCount(at + 1) })}</span>}
    {!upload.isTakenAway && (
      <EditImage upload={upload} title={title} onDone={(file) => uploads.replace(upload, file)} />
    )}
    {at > 0 && (
      <UploadButton
        label={m.upload_move_up()}
        title={title}
        className="hidden scripted:inline-flex"
        onClick={() => uploads.moveUp(upload)}
      />
    )}
    {!isAlone && (
      <UploadButton
        label={m.upload_take_page_away()}
        title={title}
        variant="row-danger"
        className="hidden scripted:inline-flex"
        onClick={() => uploads.remove(upload)}
      />
    )}
  </div>
);

const TakeAway = ({ kind, files, uploads, title }: Omit<DocumentMenuProps, "children">) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-2 text-14 wrap-anywhere">
    <input
      type="checkbox"
      name="take-away"
      value={kind}
      checked={files.every(({ isTakenAway }) => isTakenAway)}
      onChange={({ target }) => uploads.takeAway(kind, target.checked)}
      className="size-5"
    />
    {m.upload_take_away()}
    <span className="sr-only"> {title}</span>
  </label>
);
