import { useEffect, useState } from "react";

/**
 * Fetches code that a page needs only sometimes: null while it is on its way, "failed" without a connection. Code that
 * React itself fetches (`lazy`) would then take the whole page away, with what was typed into it.
 */
export function useFetchedCode<Code>(fetchCode: () => Promise<Code>): Code | "failed" | null {
  const [code, setCode] = useState<Code | "failed" | null>(null);
  useEffect(() => {
    void fetchCode().then(setCode, () => setCode("failed"));
  }, [fetchCode]);
  return code;
}
