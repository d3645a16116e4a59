type FileBoxProps = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  problem?: string | undefined;
  isRequired?: boolean;
};

export const FileBox = ({ name, label, hint, accept, problem, isRequired = false }: FileBoxProps) => (
  <div className="grid gap-1">
    <label htmlFor={name} className="font-semibold">
      {label}
    </label>
    <input
      id={name}
      name={name}
      type="file"
      required={isRequired}
      accept={accept}
      aria-describedby={`${name}-note`}
      aria-invalid={problem ? true : undefined}
      className="min-h-13 w-full min-w-0 rounded-sm border-2 border-line-strong bg-sunk px-3 py-2 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-transparent file:px-3 file:[font:inherit] file:text-inherit aria-invalid:border-alarm"
    />
    <p id={`${name}-note`} className={problem ? "font-semibold text-alarm" : "text-quiet"}>
      {problem ?? hint}
    </p>
  </div>
);
