import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";

const look = "inline-flex min-h-11 items-center";

export const ToClasses = () => (
  <Link to="/dashboard/my-selected-classes" className={`${look} justify-self-start`}>
    {m.class_find()}
  </Link>
);

/** What a student may do here, each beside where it is done. */
export const StudentLinks = () => (
  <ul className="grid gap-4">
    {places.map(({ path, label, text }) => (
      <li key={path} className="border-s-4 border-line-strong ps-4">
        <Link to={path} className={look}>
          {label()}
        </Link>
        <p className="text-quiet">{text()}</p>
      </li>
    ))}
  </ul>
);

const places = [
  { path: "/dashboard/my-selected-classes", label: m.class_my_selected, text: m.class_my_selected_does },
  { path: "/dashboard/my-enrolled-classes", label: m.class_my_enrolled, text: m.class_my_enrolled_does },
  { path: "/dashboard/payment-history", label: m.class_payment_history, text: m.class_payment_history_does },
];
