type SearchButtonProps = { label: string; form?: string };

/** Keeps its width and its name while a search is under way; a second press then does nothing. */
export function SearchButton({ label, form }: SearchButtonProps) {
  return (
    <button
      form={form}
      className="min-h-14 w-full cursor-pointer rounded-sm bg-action px-8 text-18 font-semibold text-action-ink transition-transform duration-300 active:scale-97 aria-disabled:cursor-progress aria-disabled:opacity-70 sm:w-auto"
    >
      {label}
    </button>
  );
}
