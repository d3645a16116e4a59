import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { FailureAbove } from "./failure-message.tsx";
import type { Failure } from "./failure.ts";

const Tell = createContext<(failure: Failure) => void>(() => {});

/** Says above a page what one of its buttons met, until something else is done. */
export function ActionFailure({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [last, setLast] = useState<{ failure: Failure; at: string } | null>(null);
  return (
    <Tell value={(failure) => setLast({ failure, at: key })}>
      {last?.at === key && <FailureAbove {...last.failure} />}
      {children}
    </Tell>
  );
}

/** A button's deed that got no answer is told above the page. */
export function useShowFailure(failure: Failure | undefined): void {
  const tell = useEffectEvent(useContext(Tell));
  useEffect(() => {
    if (failure) tell(failure);
  }, [failure]);
}
