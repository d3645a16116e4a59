import type { ReactNode } from "react";

/** Why what was sent was not done. */
export const Alarm = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="border-s-4 border-alarm ps-4 font-semibold text-alarm">
    {children}
  </p>
);
