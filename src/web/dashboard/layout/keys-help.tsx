import { type ComponentProps, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "#i18n/compiled/messages.js";
import { type KeyWords, keyed, keysOnPage, listenToKeys } from "#design/page/keys.ts";
import { useFetchedCode } from "#design/page/use-fetched-code.ts";
import type { KeysDialog } from "./keys-dialog.tsx";

const fetchDialog = () => import("./keys-dialog.tsx");

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
        onClick={() => setKeys(keysOnPage())}
        className="hidden size-11 cursor-pointer place-items-center rounded-sm hover:bg-sunk scripted:grid pointer-coarse:hidden!"
        {...keyed("?", m.keys_title())}
      >
        <span aria-hidden="true" className="grid size-6 place-items-center rounded-sm border-2 border-current text-14">
          ?
        </span>
        <span className="sr-only">{m.keys_title()}</span>
      </button>
      {/* Rendered outside the drawer: a closed drawer would hide the open dialog, and a hidden open dialog blocks
          the page. */}
      {keys &&
        createPortal(
          <FetchedDialog keys={keys} wereOn={areKeysOn()} onTurn={turnKeys} onClose={() => setKeys(null)} />,
          document.body,
        )}
    </>
  );
}

/** The code of the dialog is fetched when it is opened. Without a connection nothing opens. */
function FetchedDialog(props: ComponentProps<typeof KeysDialog>) {
  const code = useFetchedCode(fetchDialog);
  return code && code !== "failed" && <code.KeysDialog {...props} />;
}

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
