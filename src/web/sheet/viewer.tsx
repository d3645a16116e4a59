import { Icon } from "#design/icon.tsx";
import chevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import chevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import download from "lucide/dist/esm/icons/download.mjs";
import maximize from "lucide/dist/esm/icons/maximize.mjs";
import minus from "lucide/dist/esm/icons/minus.mjs";
import plus from "lucide/dist/esm/icons/plus.mjs";
import x from "lucide/dist/esm/icons/x.mjs";
import type { IconNode } from "lucide";
import { m } from "#i18n/compiled/messages.js";

/** The markup and labels of the viewer, which shows one document page. The code is in web/enhance/viewer. */
export const Viewer = () => (
  <dialog className="viewer night" aria-labelledby="viewer-title">
    <div className="viewer-room">
      <div className="viewer-bar">
        <p id="viewer-title" className="line-clamp-2 min-w-0 grow leading-snug" />
        <Tool does="close" label={m.viewer_close()} icon={x} />
      </div>
      <div className="viewer-stage">
        <p className="wait" aria-hidden="true">
          {m.image_wait()}
        </p>
        <img alt="" draggable={false} />
      </div>
      <div className="viewer-bar viewer-tools">
        <Tool does="previous" label={m.viewer_previous()} icon={chevronLeft} />
        <Tool does="next" label={m.viewer_next()} icon={chevronRight} />
        <span className="grow" />
        <Tool does="smaller" label={m.viewer_smaller()} icon={minus} />
        <output className="w-16 text-center text-16 tabular-nums" />
        <Tool does="larger" label={m.viewer_larger()} icon={plus} />
        <span className="grow" />
        <Tool does="fullscreen" label={m.viewer_fullscreen()} icon={maximize} />
        <a href="/" className="tool" data-viewer="download" download="" aria-label={m.viewer_download()}>
          <Icon icon={download} />
        </a>
      </div>
    </div>
  </dialog>
);

const Tool = ({ does, label, icon }: { does: string; label: string; icon: IconNode }) => (
  <button type="button" className="tool" data-viewer={does} aria-label={label} title={label}>
    <Icon icon={icon} />
  </button>
);
