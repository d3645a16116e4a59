import { contentOf } from "../../enhance/in-place.ts";
import { loadScanner } from "./scanner.ts";

/** In pixels. Large enough that each square of a dense QR code is several pixels wide. */
const maxSide = 1280;
const pauseMs = 120;

/** Returns the texts of the first QR codes that the camera sees. Empty if the user stops the camera. */
export async function codesOnCamera(): Promise<readonly string[]> {
  const scanner = await loadScanner();
  const stream = await openCamera();
  const stop = new AbortController();
  const view = showCamera(stream, stop);
  try {
    await view.play();
    return await lookUntilFound(view, scanner, stop.signal);
  } finally {
    stop.abort();
    for (const track of stream.getTracks()) track.stop();
  }
}

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
  });

function showCamera(stream: MediaStream, stop: AbortController): HTMLVideoElement {
  const content = contentOf("check-camera");
  const view = content?.querySelector("video");
  if (!content || !view) throw new Error("the page has no place for the camera");
  const halt = () => stop.abort();
  content.querySelector("[data-check=stop]")?.addEventListener("click", halt);
  // Stop the camera when the page is hidden or left.
  addEventListener("pagehide", halt, { signal: stop.signal });
  document.addEventListener("visibilitychange", () => document.hidden && halt(), { signal: stop.signal });
  const answer = document.getElementById("check-answer");
  answer?.replaceChildren(content);
  // Another answer may have replaced the picture.
  stop.signal.addEventListener("abort", () => view.isConnected && answer?.replaceChildren());
  view.srcObject = stream;
  view.scrollIntoView({ block: "nearest" });
  return view;
}

async function lookUntilFound(
  view: HTMLVideoElement,
  scanner: Awaited<ReturnType<typeof loadScanner>>,
  stopped: AbortSignal,
): Promise<readonly string[]> {
  while (!stopped.aborted && view.isConnected) {
    const found = view.videoWidth > 0 ? await scanner(view, view.videoWidth, view.videoHeight, maxSide) : [];
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return [];
}
