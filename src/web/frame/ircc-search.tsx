import { m } from "#i18n/compiled/messages.js";

/** Asks on the page that knows both numbers. That page also asks for a name, where one is needed. */
export const IrccSearch = () => (
  <form role="search" method="post" action="/Check_Visa" className="ircc-search">
    <label htmlFor="ircc" className="sr-only">
      {m.ircc_box()}
    </label>
    <input
      id="ircc"
      name="number"
      type="text"
      placeholder={m.ircc_box_example()}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={100}
    />
    <button>
      <span className="sr-only">{m.ircc_box_go()}</span>
      <Glass />
    </button>
  </form>
);

const Glass = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5.5 5.5" strokeLinecap="round" />
  </svg>
);
