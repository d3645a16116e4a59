import { isPartOf } from "#core/settings/features.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";

export const ToClasses = () => (
  <TextLink to={pages.selectedClasses.path} label={m.class_find()} className="justify-self-start" />
);

/** What a student can do here, each with the link to its page. */
export function StudentLinks() {
  const site = useDashboard();
  return (
    <ul className="grid gap-4 empty:hidden">
      {places
        .filter((page) => isPartOf(site, page))
        .map(({ path, menu, text }) => (
          <li key={path} className="border-s-4 border-line-strong ps-4">
            <TextLink to={path} label={menu.label()} />
            <p className="text-quiet">{text()}</p>
          </li>
        ))}
    </ul>
  );
}

const places = [
  { ...pages.selectedClasses, text: m.class_my_selected_does },
  { ...pages.enrolledClasses, text: m.class_my_enrolled_does },
  { ...pages.paymentHistory, text: m.class_payment_history_does },
];
