type SearchButtonProps = { label: string; form?: string };

/** Keeps its width and its name while a search is under way; a second press then does nothing. */
export const SearchButton = ({ label, form }: SearchButtonProps) => (
  <button form={form} className="action">
    {label}
  </button>
);
