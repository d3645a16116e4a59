/** What stands in a page from the start is read out by no screen reader; what comes later is. */
export function readNoticeOut(): void {
  const notice = document.querySelector("[data-notice]");
  if (notice) setTimeout(() => notice.replaceChildren(...notice.childNodes), 100);
}
