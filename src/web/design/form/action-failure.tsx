import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { FailureAbove } from "./failure-message.tsx";
import type { Failure } from "./failure.ts";

const ShowFailure = createContext<(failure: Failure) => void>(() => {});

/** Says above a page what one of its buttons met, until something else is done. */
export function ActionFailure({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [last, setLast] = useState<{ failure: Failure; at: string } | null>(null);
  return (
    <ShowFailure value={(failure) => setLast({ failure, at: key })}>
      {last?.at === key && <FailureAbove {...last.failure} />}
      {children}
    </ShowFailure>
  );
}

/** Says above the page that the action of a button got no answer. */
export function useShowFailure(failure: Failure | undefined): void {
  const show = useEffectEvent(useContext(ShowFailure));
  useEffect(() => {
    if (failure) show(failure);
  }, [failure]);
}
