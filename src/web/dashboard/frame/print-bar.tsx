import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { keyed } from "#design/page/keys.ts";
import { TextLink } from "./text-link.tsx";

/** The bar of a page made for printing. The bar itself is not printed. Its link leads back. */
export const PrintBar = ({ path, label }: { path: string; label: string }) => (
  <p className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2">
    <Button
      variant="secondary"
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
