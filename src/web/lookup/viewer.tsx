import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

/** The markup and labels of the viewer, which shows one document page. The code is in web/enhance/viewer. */
export const Viewer = () => (
  <dialog className="viewer night" aria-labelledby="viewer-title">
    <div className="viewer-room">
      <div className="viewer-bar">
        <p id="viewer-title" className="line-clamp-2 min-w-0 grow leading-snug" />
        <Tool does="close" label={m.viewer_close()} draw="M6 6l12 12M18 6L6 18" />
      </div>
      <div className="viewer-stage">
        <p className="wait" aria-hidden="true">
          {m.image_wait()}
        </p>
        <img alt="" draggable={false} />
      </div>
      <div className="viewer-bar viewer-tools">
        <Tool does="previous" label={m.viewer_previous()} draw="M15 5l-7 7 7 7" />
        <Tool does="next" label={m.viewer_next()} draw="M9 5l7 7-7 7" />
        <span className="grow" />
        <Tool does="smaller" label={m.viewer_smaller()} draw="M5 12h14" />
        <output className="w-16 text-center text-16 tabular-nums" />
        <Tool does="larger" label={m.viewer_larger()} draw="M5 12h14M12 5v14" />
        <span className="grow" />
        <Tool does="fullscreen" label={m.viewer_fullscreen()} draw="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />
        <a href="/" className="tool" data-viewer="download" download="" aria-label={m.viewer_download()}>
          <Drawing>
            <path d="M12 4v11M7 11l5 5 5-5M5 20h14" />
          </Drawing>
        </a>
      </div>
    </div>
  </dialog>
);

const Tool = ({ does, label, draw }: { does: string; label: string; draw: string }) => (
  <button type="button" className="tool" data-viewer={does} aria-label={label} title={label}>
    <Drawing>
      <path d={draw} />
    </Drawing>
  </button>
);

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
    {children}
  </svg>
);
