import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";

export const BackToSettings = () => (
  <p>
    <TextLink to={pages.settings.path} label={m.settings_title()} hotkey="u" />
  </p>
);
