import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { UploadState } from "../record-form/upload-state.tsx";
import { UploadThumb } from "../record-form/upload-thumb.tsx";
import { idOf, isOnItsWay, type Scan, type SendUpload } from "../record-form/send-upload.ts";
import type { PostPlace, ShownPostImage } from "./shown-post.ts";

type PostImageBoxProps = {
  place: PostPlace;
  title: string;
  given: ShownPostImage | null;
  /** What is wrong, until another file is chosen. */
  problem: string | undefined;
  send: SendUpload;
  /** Whether its file is on its way. */
  onBusy: (isBusy: boolean) => void;
};

/** The place of one image. Without scripts a field for a file; with them the file is sent as soon as it is chosen. */
export function PostImageBox({ place, title, given, problem, send, onBusy }: PostImageBoxProps) {
  const id = useId();
  const { scan, sendFile } = useOneUpload(given, send, onBusy);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file) sendFile(file);
    // The file is on its way already, and the same one may be chosen again.
    currentTarget.value = "";
  };
  const shownProblem = scan?.file ? undefined : problem;
  const newId = scan && !scan.isStored ? idOf(scan) : null;
  return (
    <div className="scan-box">
      <UploadThumb scan={scan} />
      <div className="grid min-w-0 content-start gap-1">
        <p id={`${id}-title`} className="font-semibold">
          {title}
        </p>
        {scan && <UploadState scan={scan} title={title} onRetry={() => scan.file && sendFile(scan.file, scan.name)} />}
        {shownProblem && (
          <p id={`${id}-problem`} className="font-semibold text-alarm">
            {shownProblem}
          </p>
        )}
        <div>
          <input
            id={id}
            name={`file.${place}`}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-labelledby={`${id}-title`}
            aria-describedby={shownProblem ? `${id}-problem` : undefined}
            aria-invalid={shownProblem ? true : undefined}
            onChange={choose}
            className="file-box peer scripted:sr-only"
          />
          <label htmlFor={id} className="file-button">
            {scan ? m.upload_replace() : m.upload_choose()}
          </label>
        </div>
        {newId && <input type="hidden" name={`image.${place}`} value={newId} />}
      </div>
    </div>
  );
}

/** One file on its way; another one that is chosen takes its place. */
function useOneUpload(given: ShownPostImage | null, send: SendUpload, onBusy: (isBusy: boolean) => void) {
  const [scan, setUpload] = useState(() => given && scanOf(given));
  const giving = useRef<AbortController>(null);
  useEffect(() => () => giving.current?.abort(), []);
  const sendFile = (file: Blob, name = file instanceof File ? file.name : "") => {
    giving.current?.abort();
    const { signal } = (giving.current = new AbortController());
    const show = (step: Scan["step"]) => {
      if (signal.aborted) return;
      const sending = { ...noScan, name, file, step };
      setUpload(sending);
      onBusy(isOnItsWay(sending));
    };
    show({ step: "queued" });
    void send(file, { use: "paper", onStep: show, signal });
  };
  return { scan: scan ?? undefined, sendFile };
}

const noScan = { key: "", kind: null, pages: 1, isStored: false, isTakenAway: false } as const;

const scanOf = ({ id, isStored }: ShownPostImage): Scan => ({
  ...noScan,
  name: "",
  file: null,
  step: { step: "done", id },
  isStored,
});
