import { day, minute, must, type Outcome, queue, type Site, strangerSees } from "./site.ts";

/** Whoever asks to be told confirms it in their mailbox. Nobody waits in a mailbox that wants no mails. */
export function watch(site: Site, mailbox: number, number: number, name: number): Outcome {
  must(site.policy !== "code", "not-found");
  if ((site.stops[mailbox] ?? 0) <= site.now) site.watches.push({ mailbox, number, name, endsAt: site.now + 60 * day });
  return "done";
}

export function stopWatches(site: Site, mailbox: number): Outcome {
  site.watches = site.watches.filter((one) => one.mailbox !== mailbox);
  site.stops[mailbox] = site.now + 60 * day;
  return "done";
}

/** Whoever waits is told once of each number, when they could look it up themselves. */
export function tellWatchers(site: Site): void {
  for (const { mailbox, number, name, endsAt } of site.watches) {
    const isTold = !site.watches.some((one) => one.mailbox === mailbox && one.number === number);
    if (isTold || endsAt <= site.now || !strangerSees(site, "passport", number, name)) continue;
    site.watches = site.watches.filter((one) => one.mailbox !== mailbox || one.number !== number);
    queue(site, { to: mailbox, numbers: [number] });
  }
}

const pauses = [1, 5, 30, 120, 360].map((minutes) => minutes * minute);

/** A mail is tried for a day. It arrives once, or again if the answer of the mail server was lost. */
export function deliver(site: Site): void {
  for (const mail of site.mails.filter(({ nextTryAt }) => nextTryAt <= site.now)) {
    const isUseless = mail.usefulUntil <= site.now || (mail.to !== "desk" && site.policy === "code");
    if (!isUseless && site.outside.mailServer !== "refuses every mail") site.outside.arrived.push(mail);
    if (isUseless || site.outside.mailServer === "takes mails") site.mails = site.mails.filter((one) => one !== mail);
    const pause = pauses[Math.min(mail.tries, pauses.length - 1)] ?? 0;
    mail.nextTryAt = Math.min(site.now + pause, Math.max(mail.usefulUntil, site.now + minute));
    mail.tries += 1;
  }
}
