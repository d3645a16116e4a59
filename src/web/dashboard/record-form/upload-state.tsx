import { m } from "#i18n/compiled/messages.js";
import type { Scan } from "./send-upload.ts";
import { uploadProblem } from "./upload-words.ts";

type UploadStateProps = { scan: Scan; title: string; onRetry: () => void };

/** How far a scan is, or why it is not there. */
export function UploadState({ scan, title, onRetry }: UploadStateProps) {
  const { step, name, isStored } = scan;
  if (step.step === "failed") {
    return (
      <div role="alert" className="grid justify-items-start text-alarm">
        <p className="font-semibold">{uploadProblem(step.problem)}</p>
        {step.canRetry && scan.file && (
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
      <p>{stepWords(scan)}</p>
    </div>
  );
}

function stepWords(scan: Scan): string {
  const { step } = scan.step;
  if (step === "done") return doneWords(scan);
  return step === "processing" ? m.upload_processing() : m.upload_sending();
}

function doneWords({ isTakenAway, isStored, pages }: Scan): string {
  if (isTakenAway) return m.upload_taken_away();
  if (isStored) return pages > 1 ? m.upload_stored_pages({ pages }) : m.upload_stored();
  return m.upload_there();
}

/** Its room stays when the scan is there, so that nothing below moves. */
function Bar({ step, title }: { step: Scan["step"]; title: string }) {
  if (step.step === "done") return <div className="h-2" />;
  const share = step.step === "sending" && step.total > 0 ? step.sent / step.total : undefined;
  return (
    <progress value={step.step === "queued" ? 0 : share} aria-label={title} className="h-2 w-full accent-(--focus)" />
  );
}
