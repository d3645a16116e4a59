import { type ChangeEvent, type ReactNode, useId } from "react";
import { m } from "#i18n/compiled/messages.js";
import { UploadState } from "./upload-state.tsx";
import { UploadThumb } from "./upload-thumb.tsx";
import { idOf, isOnItsWay, type Scan } from "./send-upload.ts";

export const acceptedFiles = "image/jpeg,image/png,image/webp,application/pdf";

type DocumentBoxProps = {
  kind: string;
  title: string;
  scan: Scan | undefined;
  /** Why the file that came along is not here. */
  problem: string | undefined;
  onFiles: (files: File[]) => void;
  onRetry: (scan: Scan) => void;
  onUnsort: (scan: Scan) => void;
  onRemove: (scan: Scan) => void;
  onTakeAway: (scan: Scan, isTakenAway: boolean) => void;
  /** The way to turn and crop it. */
  children: ReactNode;
};

/** The place of one paper. Without scripts a field for a file; with them the file is sent as soon as it is chosen. */
export function DocumentBox({
  kind,
  title,
  scan,
  problem,
  onFiles,
  onRetry,
  onUnsort,
  onRemove,
  onTakeAway,
  children,
}: DocumentBoxProps) {
  const id = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // The file is on its way already, and the same one may be chosen again.
    currentTarget.value = "";
  };
  const newId = scan && !scan.isStored ? idOf(scan) : null;
  return (
    <div data-paper={kind} className="scan-box">
      <UploadThumb scan={scan} />
      <div className="grid min-w-0 content-start gap-1">
        <h3 id={`${id}-title`} className="text-16">
          {title}
        </h3>
        {scan && <UploadState scan={scan} title={title} onRetry={() => onRetry(scan)} />}
        {problem && !newId && (
          <p id={`${id}-problem`} className="font-semibold text-alarm">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          <input
            id={id}
            name={`file.${kind}`}
            type="file"
            accept={acceptedFiles}
            aria-labelledby={`${id}-title`}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={choose}
            className="file-box peer scripted:sr-only"
          />
          <label htmlFor={id} className="file-button">
            {scan ? m.upload_replace() : m.upload_choose()}
          </label>
          <Camera title={title} onChange={choose} />
          {children}
          {scan && !scan.isStored && (
            <button
              type="button"
              className="row-button hidden min-h-11 scripted:inline-flex"
              onClick={() => onUnsort(scan)}
            >
              {m.upload_other_document()}
              <span className="sr-only"> {title}</span>
            </button>
          )}
          {scan?.step.step === "failed" && (
            <button type="button" className="row-button grave min-h-11" onClick={() => onRemove(scan)}>
              {m.upload_take_away()}
              <span className="sr-only"> {title}</span>
            </button>
          )}
        </div>
        {/* While the scan is on its way there is nothing to tick, but the room for it: nothing moves when it is there. */}
        {scan && scan.step.step !== "failed" && (
          <label
            className={`flex min-h-11 cursor-pointer items-center gap-2 text-14 ${isOnItsWay(scan) ? "invisible" : ""}`}
          >
            <input
              type="checkbox"
              name="take-away"
              value={kind}
              checked={scan.isTakenAway}
              onChange={({ target }) => onTakeAway(scan, target.checked)}
              className="size-5"
            />
            {m.upload_take_away()}
            <span className="sr-only"> {title}</span>
          </label>
        )}
        {newId && <input type="hidden" name={`image.${kind}`} value={newId} />}
      </div>
    </div>
  );
}

type CameraProps = { title: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void };

/** On a phone: straight into the camera. It has no name, so that a form without scripts sends nothing of it. */
const Camera = ({ title, onChange }: CameraProps) => (
  <label className="file-button camera">
    {m.upload_photograph()}
    <input
      type="file"
      accept="image/*"
      capture="environment"
      aria-label={`${title}: ${m.upload_photograph()}`}
      onChange={onChange}
      className="sr-only"
    />
  </label>
);
