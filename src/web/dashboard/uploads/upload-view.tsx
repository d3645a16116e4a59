import { useEffect, useRef } from "react";
import { imageAddress } from "#core/images/image-links.ts";
import { pageId } from "#core/images/image-id.ts";
import { m } from "#i18n/compiled/messages.js";
import { idOf, type Upload } from "./send-image.ts";

/** The first page of an upload: as the site shows it, or drawn from the file while it is on its way. */
export function UploadThumb({ upload }: { upload: Upload | undefined }) {
  const id = upload ? idOf(upload) : null;
  return (
    <span className="grid h-24 w-18 place-items-center overflow-hidden rounded-sm border border-line bg-sunk">
      {id && (
        <img
          src={imageAddress(pageId({ image: id, page: 1 }), "list", null)}
          alt=""
          decoding="async"
          className={`${fit} ${upload?.isTakenAway ? "opacity-30" : ""}`}
        />
      )}
      {!id && upload?.file && <DrawnFile file={upload.file} />}
    </span>
  );
}

const fit = "size-full object-contain";

/** Drawn, because an address of the file's own would be none of this site. */
function DrawnFile({ file }: { file: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    void drawSmall(file, canvas.current);
  }, [file]);
  return <canvas ref={canvas} width={0} height={0} className={fit} />;
}

async function drawSmall(file: Blob, canvas: HTMLCanvasElement | null): Promise<void> {
  // A PDF, or a photo that this browser cannot open, goes by its name.
  const picture = await createImageBitmap(file, { resizeWidth: 288, resizeQuality: "medium" }).catch(() => null);
  if (!picture || !canvas) return;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
}

type UploadStateProps = { upload: Upload; title: string; onRetry: () => void };

/** How far an upload is, or why it failed. */
export function UploadState({ upload, title, onRetry }: UploadStateProps) {
  const { step, name, isStored } = upload;
  if (step.step === "failed") {
    return (
      <div role="alert" className="grid justify-items-start text-alarm">
        <p className="font-semibold">{uploadProblem(step.problem)}</p>
        {step.canRetry && upload.file && (
          <button type="button" className="row-button min-h-11" onClick={onRetry}>
            {m.upload_retry()}
            <span className="sr-only"> {title}</span>
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-1 text-14 text-quiet">
      {name && <p className="break-all">{name}</p>}
      {!isStored && <Bar step={step} title={title} />}
      <p>{stepWords(upload)}</p>
    </div>
  );
}

function stepWords({ step: { step }, isTakenAway, isStored, pages }: Upload): string {
  if (step !== "done") return step === "processing" ? m.upload_processing() : m.upload_sending();
  if (isTakenAway) return m.upload_taken_away();
  if (isStored) return pages > 1 ? m.upload_stored_pages({ pages }) : m.upload_stored();
  return m.upload_there();
}

/** Its room stays when the upload is there, so that nothing below moves. */
function Bar({ step, title }: { step: Upload["step"]; title: string }) {
  if (step.step === "done") return <div className="h-2" />;
  const share = step.step === "sending" && step.total > 0 ? step.sent / step.total : undefined;
  return (
    <progress value={step.step === "queued" ? 0 : share} aria-label={title} className="h-2 w-full accent-(--focus)" />
  );
}

/** Why a file is not here, by the id of the error. */
export const uploadProblem = (problem: string): string => (problems.get(problem) ?? m.upload_failed)();

const problems = new Map<string, () => string>([
  ["no-answer", m.upload_no_answer],
  ["image-gone", m.upload_gone],
  ["empty-file", m.upload_empty],
  ["file-too-large", m.upload_too_large],
  ["too-large", m.upload_too_large],
  ["too-many-pixels", m.upload_too_many_pixels],
  ["unsupported-file", m.upload_unsupported],
  ["broken-file", m.upload_broken],
  ["locked-pdf", m.upload_locked],
  ["pdf-without-pages", m.upload_without_pages],
  ["decoding-took-too-long", m.upload_cannot_open],
  ["decoding-took-too-much", m.upload_cannot_open],
  ["decoding-failed", m.upload_cannot_open],
  ["too-many-requests", m.upload_wait],
  ["not-signed-in", m.upload_signed_out],
]);
