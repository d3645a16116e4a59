import type { ReactNode } from "react";
import { Link } from "react-router";

type Choice = { value: string; look: ReactNode; address: string };

type ListChoiceProps = { label: string; choices: readonly Choice[]; chosen: string };

/** Links to the views of a list. As a link, each view has an address and works without scripts. */
export const ListChoice = ({ label, choices, chosen }: ListChoiceProps) => (
  <nav aria-label={label} className="flex flex-wrap items-center gap-x-1">
    {choices.map(({ value, look, address }) => (
      <Link
        key={value}
        to={address}
        aria-current={value === chosen ? "true" : undefined}
        preventScrollReset
        className="inline-flex min-h-9 items-center rounded-sm px-2.5 text-quiet no-underline hover:text-ink hover:underline aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-ink"
      >
        {look}
      </Link>
    ))}
  </nav>
);
