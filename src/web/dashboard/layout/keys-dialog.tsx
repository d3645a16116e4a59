import { useEffect, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { hasRows, type KeyWords } from "#design/page/keys.ts";

type KeysDialogProps = {
  keys: readonly KeyWords[];
  wereOn: boolean;
  onTurn: (on: boolean) => void;
  onClose: () => void;
};

export function KeysDialog({ keys, wereOn, onTurn, onClose }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [areOn, setOn] = useState(wereOn);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" className="confirm text-16" onClose={onClose}>
      <h2 id="keys-title" className="text-22">
        {m.keys_title()}
      </h2>
      <KeyList keys={hasRows() ? [...keys, ...rowKeys()] : keys} />
      <label className="mt-5 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={areOn}
          className="size-5"
          onChange={({ target }) => {
            onTurn(target.checked);
            setOn(target.checked);
          }}
        />
        {m.keys_on()}
      </label>
      <form method="dialog" className="mt-3">
        <Button variant="secondary" size="small">
          {m.viewer_close()}
        </Button>
      </form>
    </dialog>
  );
}

const KeyList = ({ keys }: { keys: readonly KeyWords[] }) => (
  <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
    {keys.map(({ key, words }) => (
      <div key={key} className="contents">
        <dt>
          {key.split(" ").map((part) => (
            <kbd key={part} className="me-1 inline-block min-w-7 rounded-sm border border-line-strong px-2 text-center">
              {part}
            </kbd>
          ))}
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

const rowKeys = (): KeyWords[] => [
  { key: "j", words: m.next_row() },
  { key: "k", words: m.row_before() },
];
