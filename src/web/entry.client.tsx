import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { assertIsLocale, overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { keepEarlyInput } from "./frame/keep-early-input.ts";

// The server has chosen; a browser by itself could not find the specification's wording.
const locale = assertIsLocale(document.documentElement.lang);
overwriteGetLocale(() => locale);

const bringBackTypedTexts = keepEarlyInput();

function LivePage() {
  useEffect(bringBackTypedTexts, []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LivePage />
    </StrictMode>,
  );
});
