import { useEffect, useId, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { FileField } from "../uploads/file-field.tsx";
import { idOf, isOnItsWay, sendImage, type Upload } from "../uploads/send-image.ts";
import { uploadBox, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import type { PostPlace, ShownPostImage } from "./shown-post.ts";

type PostImageBoxProps = {
  place: PostPlace;
  title: string;
  given: ShownPostImage | null;
  /** What is wrong, until another file is chosen. */
  problem: string | undefined;
  /** Whether its file is on its way. */
  onBusy: (isBusy: boolean) => void;
};

/** The place of one image. Without scripts a field for a file; with them the file is sent as soon as it is chosen. */
export function PostImageBox({ place, title, given, problem, onBusy }: PostImageBoxProps) {
  const id = useId();
  const { upload, sendFile } = useOneUpload(given, onBusy);
  const shownProblem = upload?.file ? undefined : problem;
  const newId = upload && !upload.isStored ? idOf(upload) : null;
  return (
    <div data-upload="" className={uploadBox}>
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
          <FileField
            id={id}
            name={`file.${place}`}
            label={upload ? m.upload_replace() : m.upload_choose()}
            accept="image/jpeg,image/png,image/webp"
            aria-labelledby={`${id}-title`}
            aria-describedby={shownProblem ? `${id}-problem` : undefined}
            aria-invalid={shownProblem ? true : undefined}
            onFiles={([file]) => file && sendFile(file)}
          />
        </div>
        {newId && <input type="hidden" name={`image.${place}`} value={newId} />}
      </div>
    </div>
  );
}

/** One file on its way; another one that is chosen takes its place. */
function useOneUpload(given: ShownPostImage | null, onBusy: (isBusy: boolean) => void) {
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
    void sendImage(file, { use: "paper", onStep: show, signal });
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
