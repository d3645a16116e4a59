import { flushSync } from "react-dom";
import type { DocumentKind } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { paperTitle } from "../../papers/paper-titles.ts";
import { EditScan } from "./edit-scan.tsx";
import { LooseScans } from "./loose-scans.tsx";
import { PaperBox } from "./paper-box.tsx";
import { scanProblem } from "./scan-words.ts";
import type { Scan } from "./send-scan.ts";
import { SeveralFiles } from "./several-files.tsx";
import type { RefusedForm } from "./shown-form.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import type { Scans } from "./use-scans.ts";

type PapersPartProps = { kinds: readonly DocumentKind[]; scans: Scans; refused: RefusedForm | null };

/** One box for each paper, and above them what is still to be sorted. */
export function PapersPart({ kinds, scans, refused }: PapersPartProps) {
  useDroppedFiles(kinds, scans.add);
  const edit = (scan: Scan, title: string) => (
    <EditScan scan={scan} title={title} onDone={(file) => scans.replace(scan, file)} />
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-22">{m.form_papers()}</h2>
        <SeveralFiles onFiles={(files) => scans.add(files, null)} />
      </div>
      <p className="max-w-prose text-quiet">{m.scan_limits()}</p>
      {scans.loose.length > 0 && (
        <LooseScans
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
          const title = paperTitle(kind, "/");
          return (
            <PaperBox
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
            </PaperBox>
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
  if (lost) return `${lost.name}: ${scanProblem(lost.problem)}`;
  return refused?.fields[kind] && scanProblem("image-gone");
}
