import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { keyed } from "#design/page/keys.ts";
import { TextLink } from "./text-link.tsx";

/** For a page that is made to be printed: it is not on the sheet itself. The link leads back. */
export const PrintBar = ({ path, label }: { path: string; label: string }) => (
  <p className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2">
    <Button
      look="secondary"
      size="small"
      type="button"
      onClick={() => print()}
      className="hidden scripted:inline-flex"
      {...keyed("p", m.print())}
    >
      {m.print()}
    </Button>
    <span className="text-quiet scripted:hidden">{m.class_print_by_browser()}</span>
    <TextLink to={path} label={label} />
  </p>
);
