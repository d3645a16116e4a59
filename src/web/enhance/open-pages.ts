import { isPlainClick, onClick } from "./in-place.ts";
import { closedByBack, forgetStep, isOpenedMeanwhile, openedViewer, pageOfStep } from "./viewer-step.ts";
import type * as Viewer from "./viewer/open-viewer.ts";

/** Opens document pages in a viewer over this page. Loads the viewer when the user first presses or focuses a link. */
export function openPages(): void {
  const reach = ({ target }: Event) => {
    if (linkOf(target)) void loadViewer();
  };
  document.addEventListener("pointerdown", reach, { passive: true });
  document.addEventListener("focusin", reach);
  onClick("a[data-page]", HTMLAnchorElement, (link, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void open(link);
  });
  forgetStep();
  addEventListener("popstate", followHistory);
}

const linkOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-page]") : null;

let loading: Promise<typeof Viewer> | undefined;
const loadViewer = () => (loading ??= import("./viewer/open-viewer.ts"));

async function open(link: HTMLAnchorElement): Promise<void> {
  try {
    const { openViewer } = await loadViewer();
    await openViewer(link);
  } catch {
    // The viewer could not be loaded, so a new tab shows the document page.
    loading = undefined;
    globalThis.open(link.href, "_blank", "noopener");
  }
}

/** Back closes the open document page. Forward opens it again. */
function followHistory(): void {
  if (isOpenedMeanwhile()) return;
  const page = pageOfStep();
  const viewer = openedViewer();
  if (page === null) return viewer?.close(closedByBack);
  const link = document.querySelectorAll<HTMLAnchorElement>("a[data-page]")[page];
  if (link && !viewer) void open(link);
}
