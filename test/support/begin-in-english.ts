import { beforeEach } from "vitest";
import { baseLocale, overwriteGetLocale } from "#i18n/compiled/runtime.js";

// Files of one worker share the language, too: a test that leaves another one behind must not change the next.
beforeEach(() => overwriteGetLocale(() => baseLocale));
