import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import type { LimitRace } from "./limit-racer.ts";

const portal = await openPortal(readConfig());

process.on("message", ({ attempts, times }: LimitRace) => {
  const verdicts = Array.from({ length: times }, () => portal.limits.attempt(attempts));
  Promise.all(verdicts).then(
    (all) => process.send?.(all.filter(({ allowed }) => allowed).length),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
