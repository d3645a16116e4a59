import { flushSync } from "react-dom";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import { EditImage } from "./edit-image.tsx";
import { UnsortedDocuments } from "./unsorted-documents.tsx";
import { DocumentBox } from "./document-box.tsx";
import { uploadProblem } from "./upload-words.ts";
import type { Scan } from "./send-upload.ts";
import { SeveralFiles } from "./several-files.tsx";
import type { RefusedForm } from "./shown-form.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import type { Uploads } from "./use-uploads.ts";

type DocumentsPartProps = { kinds: readonly DocumentKind[]; scans: Uploads; refused: RefusedForm | null };

/** One box for each paper, and above them what is still to be sorted. */
export function DocumentsPart({ kinds, scans, refused }: DocumentsPartProps) {
  useDroppedFiles(kinds, scans.add);
  const edit = (scan: Scan, title: string) => (
    <EditImage scan={scan} title={title} onDone={(file) => scans.replace(scan, file)} />
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-22">{m.form_documents()}</h2>
        <SeveralFiles onFiles={(files) => scans.add(files, null)} />
      </div>
      <p className="max-w-prose text-quiet">{m.upload_limits()}</p>
      {scans.loose.length > 0 && (
        <UnsortedDocuments
          scans={scans.loose}
          free={kinds.filter((kind) => !scans.scanFor(kind))}
          onSort={(scan, kind) => andStay(() => scans.sort(scan, kind), kind)}
          onRetry={scans.retry}
          onRemove={(scan) => andStay(() => scans.remove(scan))}
          edit={(scan) => edit(scan, scan.name || m.loose_title())}
        />
      )}
      <div className="scan-boxes">
        {kinds.map((kind) => {
          const scan = scans.scanFor(kind);
          const title = documentTitle(kind, "/");
          return (
            <DocumentBox
              key={kind}
              kind={kind}
              title={title}
              scan={scan}
              problem={lostWords(refused, kind)}
              onFiles={(files) => scans.add(files, kind)}
              onRetry={scans.retry}
              onUnsort={(looked) => andStay(() => scans.unsort(looked), kind)}
              onRemove={(looked) => andStay(() => scans.remove(looked), kind)}
              onTakeAway={scans.takeAway}
            >
              {scan && !scan.isTakenAway && edit(scan, title)}
            </DocumentBox>
          );
        })}
      </div>
    </div>
  );
}

/** What was pressed goes with the change; who uses keys goes on beside it, not from the top of the page. */
function andStay(change: () => void, kind?: DocumentKind): void {
  flushSync(change);
  const box = kind && document.querySelector<HTMLElement>(`[data-paper=${kind}] input[type=file]`);
  (document.getElementById("loose") ?? box ?? document.getElementById("several"))?.focus({ preventScroll: true });
}

/** Why a file that came along is not here. */
function lostWords(refused: RefusedForm | null, kind: DocumentKind): string | undefined {
  const lost = refused?.lost.find((file) => file.kind === kind);
  if (lost) return `${lost.name}: ${uploadProblem(lost.problem)}`;
  return refused?.fields[kind] && uploadProblem("image-gone");
}
