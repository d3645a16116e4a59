import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { roleName } from "#design/role-name.ts";
import type { Column } from "#design/table/data-table.tsx";
import { keyed } from "#design/page/keys.ts";
import { PersonAction } from "./person-action.tsx";
import { AccountState, SecondStep, type ShownPerson, YouMark } from "./shown-person.tsx";

/** As the specification has them, and between them what an admin looks for at a glance. */
export const peopleColumns = (page: string, back: string): Column<ShownPerson>[] => [
  { title: m.email(), look: "main", cell: (person) => <PersonLink page={page} {...person} /> },
  {
    title: m.role(),
    look: "state",
    cell: (person) => (
      <span className="inline-flex gap-x-3">
        {roleName(person.role)}
        {(person.isSuspended || !person.isConfirmed) && <AccountState {...person} />}
      </span>
    ),
  },
  {
    title: m.second_step(),
    look: "state",
    cell: (person) => (
      <span>
        <span className="text-quiet md:hidden">{m.second_step()}: </span>
        <SecondStep {...person} />
      </span>
    ),
  },
  roleColumn("admin", m.staff_make_admin(), "a", back),
  roleColumn("moderator", m.staff_make_moderator(), "m", back),
  {
    title: m.column_delete(),
    look: "grave",
    cell: (person) => (
      <PersonAction
        action="delete"
        {...{ person, back }}
        label={m.staff_delete()}
        className="row-button grave"
        {...keyed("x", m.staff_delete())}
      />
    ),
  },
];

const roleColumn = (role: "admin" | "moderator", label: string, key: string, back: string): Column<ShownPerson> => ({
  title: label,
  cell: (person) => (
    <PersonAction
      action={role}
      isDone={person.role === role}
      {...{ person, label, back }}
      className="row-button"
      {...keyed(key, label)}
    />
  ),
});

const PersonLink = ({ page, id, name, email, isYou }: ShownPerson & { page: string }) => (
  <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1">
    <Link to={`${page}/${id}`} className="row-button font-semibold" {...keyed("e", m.manage())}>
      {name}
    </Link>
    {isYou && <YouMark />}
    {name !== email && <span className="text-14 wrap-anywhere text-quiet">{email}</span>}
  </span>
);
