import { createElement } from "react";
import type { IconNode } from "lucide";

/** Draws an icon of Lucide. Each file imports those that it shows, so pages contain no others. */
export const Icon = ({ icon, className }: { icon: IconNode; className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
  >
    {icon.map(([shape, attributes], at) => createElement(shape, { key: at, ...attributes }))}
  </svg>
);
