import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { idOf, isOnItsWay, type SendImage, type Upload } from "../uploads/send-image.ts";
import { UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { PostPlace, ShownPostImage } from "./shown-post.ts";

type PostImageBoxProps = {
  place: PostPlace;
  title: string;
  given: ShownPostImage | null;
  /** What is wrong, until another file is chosen. */
  problem: string | undefined;
  send: SendImage;
  /** Whether its file is on its way. */
  onBusy: (isBusy: boolean) => void;
};

/** The place of one image. Without scripts a field for a file; with them the file is sent as soon as it is chosen. */
export function PostImageBox({ place, title, given, problem, send, onBusy }: PostImageBoxProps) {
  const id = useId();
  const { upload, sendFile } = useOneUpload(given, send, onBusy);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file) sendFile(file);
    // The file is on its way already, and the same one may be chosen again.
    currentTarget.value = "";
  };
  const shownProblem = upload?.file ? undefined : problem;
  const newId = upload && !upload.isStored ? idOf(upload) : null;
  return (
    <div className="scan-box">
      <UploadThumb upload={upload} />
      <div className="grid min-w-0 content-start gap-1">
        <p id={`${id}-title`} className="font-semibold">
          {title}
        </p>
        {upload && (
          <UploadState
            upload={upload}
            title={title}
            onRetry={() => upload.file && sendFile(upload.file, upload.name)}
          />
        )}
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
            {upload ? m.upload_replace() : m.upload_choose()}
          </label>
        </div>
        {newId && <input type="hidden" name={`image.${place}`} value={newId} />}
      </div>
    </div>
  );
}

/** One file on its way; another one that is chosen takes its place. */
function useOneUpload(given: ShownPostImage | null, send: SendImage, onBusy: (isBusy: boolean) => void) {
  const [upload, setUpload] = useState(() => given && uploadOf(given));
  const giving = useRef<AbortController>(null);
  useEffect(() => () => giving.current?.abort(), []);
  const sendFile = (file: Blob, name = file instanceof File ? file.name : "") => {
    giving.current?.abort();
    const { signal } = (giving.current = new AbortController());
    const show = (step: Upload["step"]) => {
      if (signal.aborted) return;
      const sending = { ...noUpload, name, file, step };
      setUpload(sending);
      onBusy(isOnItsWay(sending));
    };
    show({ step: "queued" });
    void send(file, { use: "paper", onStep: show, signal });
  };
  return { upload: upload ?? undefined, sendFile };
}

const noUpload = { key: "", kind: null, pages: 1, isStored: false, isTakenAway: false } as const;

const uploadOf = ({ id, isStored }: ShownPostImage): Upload => ({
  ...noUpload,
  name: "",
  file: null,
  step: { step: "done", id },
  isStored,
});
