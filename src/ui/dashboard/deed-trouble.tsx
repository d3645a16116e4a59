import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { TroubleAbove } from "./trouble-words.tsx";
import type { Unanswered } from "./unanswered.ts";

const Tell = createContext<(unanswered: Unanswered) => void>(() => {});

/** Says above a page what one of its buttons met, until something else is done. */
export function DeedTrouble({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [last, setLast] = useState<{ unanswered: Unanswered; at: string } | null>(null);
  return (
    <Tell value={(unanswered) => setLast({ unanswered, at: key })}>
      {last?.at === key && <TroubleAbove {...last.unanswered} />}
      {children}
    </Tell>
  );
}

/** A button's deed that got no answer is told above the page. */
export function useTellTrouble(unanswered: Unanswered | undefined): void {
  const tell = useEffectEvent(useContext(Tell));
  useEffect(() => {
    if (unanswered) tell(unanswered);
  }, [unanswered]);
}
