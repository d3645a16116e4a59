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
          onSort={scans.sort}
          onRetry={scans.retry}
          onRemove={scans.remove}
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
              onRemove={scans.remove}
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

/** Why a file that came along is not here. */
function lostWords(refused: RefusedForm | null, kind: DocumentKind): string | undefined {
  const lost = refused?.lost.find((file) => file.kind === kind);
  if (lost) return `${lost.name}: ${scanProblem(lost.problem)}`;
  return refused?.fields[kind] && scanProblem("image-gone");
}
