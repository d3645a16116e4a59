import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

const look = "inline-flex min-h-11 items-center";

export const ToClasses = () => (
  <Link to={pages.selectedClasses.path} className={`${look} justify-self-start`}>
    {m.class_find()}
  </Link>
);

/** What a student may do here, each beside where it is done. */
export const StudentLinks = () => (
  <ul className="grid gap-4">
    {places.map(({ path, menu, text }) => (
      <li key={path} className="border-s-4 border-line-strong ps-4">
        <Link to={path} className={look}>
          {menu.label()}
        </Link>
        <p className="text-quiet">{text()}</p>
      </li>
    ))}
  </ul>
);

const places = [
  { ...pages.selectedClasses, text: m.class_my_selected_does },
  { ...pages.enrolledClasses, text: m.class_my_enrolled_does },
  { ...pages.paymentHistory, text: m.class_payment_history_does },
];
