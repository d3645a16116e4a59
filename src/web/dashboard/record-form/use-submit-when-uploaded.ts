import { useEffect, useRef, useState } from "react";
import { isOnItsWay, type Scan } from "./send-upload.ts";

/** Why a form is not sent at once. */
type NotYet = "on-their-way" | "lost";

/** A form that is sent while its scans are on their way goes by itself when they are there. */
export function useSendingWhenThere(scans: readonly Scan[], send: () => void) {
  const why = whyNotYet(scans);
  const lastWhy = useRef(why);
  const isWanted = useRef(false);
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  useEffect(() => {
    const haveCome = lastWhy.current === "on-their-way" && why === null;
    lastWhy.current = why;
    if (!haveCome || !isWanted.current) return;
    isWanted.current = false;
    send();
  });
  return {
    press: () => {
      isWanted.current = why === "on-their-way";
      setPressedAt(why ? scans.length : null);
      if (!why) send();
    },
    /** Told to who has pressed, until they have chosen other files. */
    notYet: pressedAt === scans.length ? why : null,
  };
}

function whyNotYet(scans: readonly Scan[]): NotYet | null {
  if (scans.some(({ step }) => step.step === "failed")) return "lost";
  return scans.some(isOnItsWay) ? "on-their-way" : null;
}
