const leavingMs = 500;

/** From sign-in to registration the page takes half a second to go; at once for who wants nothing to move. */
export function leaveSlowly(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("[data-other-page]") : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    event.preventDefault();
    document.getElementById("main")?.setAttribute("data-leaving", "");
    setTimeout(() => location.assign(link.href), leavingMs);
  });
}
