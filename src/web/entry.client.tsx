import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { assertIsLocale, overwriteGetLocale } from "#i18n/compiled/runtime.js";

// The server has chosen; a browser by itself could not find the specification's wording.
const locale = assertIsLocale(document.documentElement.lang);
overwriteGetLocale(() => locale);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
