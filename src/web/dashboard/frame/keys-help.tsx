import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { hasRows, type KeyWords, keyed, keysOnPage, listenToKeys } from "#design/page/keys.ts";

const storedAs = "keys";

/**
 * Enables the keyboard shortcuts, and shows the button that lists them. The user can turn them off until the tab
 * closes.
 */
export function KeysHelp() {
  const [keys, setKeys] = useState<KeyWords[] | null>(null);
  useEffect(() => listenToKeys(areKeysOn), []);
  return (
    <>
      <button
        type="button"
        onClick={() => setKeys([...keysOnPage(), ...(hasRows() ? rowKeys() : [])])}
        className="hidden size-11 cursor-pointer place-items-center rounded-sm hover:bg-sunk scripted:grid"
        {...keyed("?", m.keys_title())}
      >
        <span aria-hidden="true" className="grid size-6 place-items-center rounded-sm border-2 border-current text-14">
          ?
        </span>
        <span className="sr-only">{m.keys_title()}</span>
      </button>
      {/* Rendered outside the drawer: a closed drawer would hide the open dialog, and a hidden open dialog blocks
          the page. */}
      {keys && createPortal(<KeysDialog keys={keys} onClose={() => setKeys(null)} />, document.body)}
    </>
  );
}

function KeysDialog({ keys, onClose }: { keys: readonly KeyWords[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [areOn, setOn] = useState(areKeysOn);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" className="confirm text-16" onClose={onClose}>
      <h2 id="keys-title" className="text-22">
        {m.keys_title()}
      </h2>
      <KeyList keys={keys} />
      <label className="mt-5 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={areOn}
          className="size-5"
          onChange={({ target }) => {
            turnKeys(target.checked);
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

function areKeysOn(): boolean {
  try {
    return sessionStorage.getItem(storedAs) !== "off";
  } catch {
    return true;
  }
}

function turnKeys(on: boolean): void {
  try {
    sessionStorage.setItem(storedAs, on ? "on" : "off");
  } catch {
    // If the browser forbids storage, the shortcuts stay on.
  }
}
