import { beforeEach } from "vitest";
import { baseLocale, overwriteGetLocale } from "#i18n/compiled/runtime.js";

// Test files of one worker share the locale: a test that changes it must not affect the next test.
beforeEach(() => overwriteGetLocale(() => baseLocale));
