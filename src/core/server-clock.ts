/** A moment as the server's clock on the wall has it, which is set to the operator's zone: "2026-03-31T18:30". */
export function serverClock(now: number): string {
  const time = new Date(now);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(two).join("-");
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
