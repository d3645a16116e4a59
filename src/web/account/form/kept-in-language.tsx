import { languageForm } from "../../frame/language-choice.tsx";

/** What a page was given in its address, and needs again when it comes in the other language. */
export const KeptInLanguage = ({ name, value }: { name: string; value: string }) =>
  value === "" ? null : <input type="hidden" form={languageForm} name={name} value={value} />;
