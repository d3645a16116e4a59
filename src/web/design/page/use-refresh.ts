import { useEffect } from "react";
import { useRevalidator } from "react-router";

const refreshMs = 1000;

/** Reloads the page's data every second while `isOn`. */
export function useRefresh(isOn: boolean): void {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn || state !== "idle") return undefined;
    const timer = setTimeout(() => void revalidate(), refreshMs);
    return () => clearTimeout(timer);
  }, [isOn, state, revalidate]);
}
