import { contentOf, onClick } from "./in-place.ts";

/** Shows over each image that fails to load why it failed, with a button that helps. */
export function tellOfMissingImages(): void {
  // These events do not bubble, so the listeners use the capture phase.
  document.addEventListener("error", ({ target }) => isPageImage(target) && void explain(target), true);
  document.addEventListener("load", ({ target }) => isPageImage(target) && clear(target), true);
  onClick("[data-retry]", HTMLElement, (button) => {
    const image = button.closest(".page-image")?.querySelector("img.image");
    if (isPageImage(image)) retry(image);
  });
  // Images that failed before this script ran.
  for (const image of document.querySelectorAll("img.image")) {
    if (isPageImage(image) && image.complete && image.naturalWidth === 0 && image.loading !== "lazy")
      void explain(image);
  }
}

const isPageImage = (target: unknown): target is HTMLImageElement =>
  target instanceof HTMLImageElement && target.classList.contains("image");

async function explain(image: HTMLImageElement): Promise<void> {
  const trouble = await troubleOf(image);
  clear(image);
  if (trouble) image.closest(".page-image")?.append(trouble);
}

const clear = (image: HTMLImageElement) => image.closest(".page-image")?.querySelector(".image-problem")?.remove();

function retry(image: HTMLImageElement): void {
  clear(image);
  const { src } = image;
  image.loading = "eager";
  image.removeAttribute("src");
  image.src = src;
  image.closest("a")?.focus();
}

/** The site refuses to show an image if its link has expired, or if the record is no longer shown. */
export async function troubleOf({ src }: HTMLImageElement): Promise<DocumentFragment | null> {
  const answer = await fetch(src, { method: "HEAD" }).catch(() => null);
  return contentOf(answer?.status === 403 || answer?.status === 404 ? "link-ended" : "image-failed");
}
