/** Counts down the seconds that a visitor has to wait, then enables the button. */
export function countDown(): void {
  const start = () => {
    for (const notice of document.querySelectorAll<HTMLElement>("[data-wait]")) run(notice);
  };
  start();
  new MutationObserver(start).observe(document.body, { childList: true, subtree: true });
}

function run(notice: HTMLElement): void {
  const end = performance.now() + Number(notice.dataset["wait"]) * 1000;
  delete notice.dataset["wait"];
  const button = notice.querySelector("button");
  const text = notice.querySelector<HTMLElement>("[data-wait-text]");
  const seconds = notice.querySelector("[data-seconds]");
  const format = new Intl.NumberFormat(document.documentElement.lang);
  if (button) button.disabled = true;

  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (seconds) seconds.textContent = format.format(Math.max(0, left));
    if (left > 0) return;
    clearInterval(timer);
    if (text) text.style.visibility = "hidden";
    if (button) button.disabled = false;
  };
  const timer = setInterval(tick, 500);
}
