import { downloadAddress } from "#core/images/image-links.ts";
import { contentOf } from "../in-place.ts";
import { loadStyles } from "#design/load-styles.ts";
import { troubleOf } from "../missing-images.ts";
import { enterStep, leaveStep, openedViewer } from "../viewer-step.ts";
import { openStage } from "./stage.ts";

type Tool = "close" | "previous" | "next" | "smaller" | "larger" | "fullscreen";

/** Shows the document page of a link on the full screen, once if it is pressed twice. The user can turn to the answer's other pages. */
export async function openViewer(opener: HTMLAnchorElement): Promise<void> {
  await loadStyles("#viewer");
  const fragment = contentOf("viewer");
  const parts = fragment && partsOf(fragment);
  if (!parts || openedViewer()) return;
  const { dialog, room, frame, image, output } = parts;
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-page]")];
  let link = opener;

  const stage = openStage(frame, image, {
    onScale: (scale) => (output.textContent = percent(scale)),
    onSwipe: (by) => turn(by),
  });

  const show = (wanted: HTMLAnchorElement) => {
    link = wanted;
    showPage(parts, link);
    const at = links.indexOf(link);
    setDisabled(dialog, "previous", at <= 0);
    setDisabled(dialog, "next", at === links.length - 1);
    stage.reset();
  };

  function turn(by: -1 | 1): void {
    const next = links[links.indexOf(link) + by];
    if (next) show(next);
  }

  const tools: Record<Tool, () => void> = {
    close: () => dialog.close(),
    previous: () => turn(-1),
    next: () => turn(1),
    smaller: stage.smaller,
    larger: stage.larger,
    fullscreen: () => void toggleFullscreen(room),
  };

  dialog.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    if (!pressed) return;
    if (pressed.hasAttribute("data-retry")) return show(link);
    // A button of the answer's form asks again. The new answer appears on the page below the dialog.
    if (pressed.form) return dialog.close();
    tools[pressed.dataset["viewer"] as Tool]();
  });
  dialog.addEventListener("keydown", (event) => pressKey(event, keys(stage, turn)));
  image.addEventListener("load", stage.fit);
  image.addEventListener("error", () => void explain(image, frame));
  dialog.addEventListener("close", () => {
    dialog.remove();
    leaveStep(dialog);
    link.focus();
  });

  if (!document.fullscreenEnabled) dialog.querySelector('[data-viewer="fullscreen"]')?.remove();
  document.body.append(fragment);
  dialog.showModal();
  enterStep(links.indexOf(opener));
  show(opener);
}

function pressKey(event: KeyboardEvent, actions: ReturnType<typeof keys>): void {
  const act = actions[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}

type Parts = NonNullable<ReturnType<typeof partsOf>>;

function showPage({ frame, image, title, download }: Parts, link: HTMLAnchorElement): void {
  frame.querySelector(".image-problem")?.remove();
  title.textContent = link.dataset["page"] ?? "";
  image.alt = title.textContent;
  image.removeAttribute("src");
  image.src = link.href;
  download.href = downloadAddress(link.href);
}

function partsOf(fragment: DocumentFragment) {
  const dialog = fragment.querySelector("dialog");
  const room = fragment.querySelector(".viewer-room");
  const frame = fragment.querySelector<HTMLElement>(".viewer-stage");
  const image = fragment.querySelector("img");
  const title = fragment.querySelector("#viewer-title");
  const output = fragment.querySelector("output");
  const download = fragment.querySelector<HTMLAnchorElement>("a[download]");
  if (!dialog || !room || !frame || !image || !title || !output || !download) return null;
  return { dialog, room, frame, image, title, output, download };
}

/** Arrow keys move an enlarged image, and turn pages otherwise. The browser itself closes the dialog on Escape. */
const keys = (stage: ReturnType<typeof openStage>, turn: (by: -1 | 1) => void): Record<string, () => void> => ({
  "+": stage.larger,
  "=": stage.larger,
  "-": stage.smaller,
  "0": stage.reset,
  ArrowLeft: () => (stage.isEnlarged() ? stage.nudge(-1, 0) : turn(-1)),
  ArrowRight: () => (stage.isEnlarged() ? stage.nudge(1, 0) : turn(1)),
  ArrowUp: () => stage.nudge(0, -1),
  ArrowDown: () => stage.nudge(0, 1),
  PageUp: () => turn(-1),
  PageDown: () => turn(1),
});

/** Uses aria-disabled, because a disabled button would lose the focus. */
const setDisabled = (dialog: Element, tool: Tool, isDisabled: boolean) =>
  dialog.querySelector(`[data-viewer="${tool}"]`)?.setAttribute("aria-disabled", String(isDisabled));

const percent = (scale: number) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(scale);

/** Makes `room` inside the dialog full screen, because a dialog itself cannot be. */
const toggleFullscreen = (room: Element) =>
  document.fullscreenElement ? document.exitFullscreen() : room.requestFullscreen();

async function explain(image: HTMLImageElement, frame: HTMLElement): Promise<void> {
  const trouble = await troubleOf(image);
  if (trouble) frame.append(trouble);
}
