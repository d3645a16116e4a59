import type { ReactNode } from "react";
import type { KeyScope } from "#core/accounts/api-keys.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { keyed } from "#design/page/keys.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";

export const scopeWords = {
  "look-up": m.api_keys_look_up,
  read: m.api_keys_read,
  write: m.api_keys_write,
} satisfies Record<KeyScope, () => string>;

type StoredKey = Record<"id" | "name" | "used_from" | "used_by", string> & {
  scope: KeyScope;
  expires_at: number;
  used_at: number | null;
  isOver: boolean;
};

export const shownKeys = (keys: readonly StoredKey[]) =>
  keys.map(({ id, name, scope, expires_at, used_at, used_from, used_by, isOver }) => ({
    id,
    name,
    scope,
    isOver,
    until: writtenTime(expires_at),
    used: used_at === null ? null : writtenTime(used_at),
    usedBy: [written(used_from), used_by].filter(Boolean).join(", "),
  }));

/** A network as it is usually written: `192.0.2.0/24`. */
const written = (network: string) => network && (network.includes(":") ? `${network}::/48` : `${network}.0/24`);

type ShownKey = ReturnType<typeof shownKeys>[number];

type ApiKeyTableProps = { caption: string; page: string; keys: readonly ShownKey[]; empty?: ReactNode };

/** The keys of one account. `page` revokes one: it is sent `do` and `id`. */
export const ApiKeyTable = ({ caption, page, keys, empty }: ApiKeyTableProps) => (
  <DataTable caption={caption} columns={columns(page)} rows={keys} {...(empty !== undefined && { empty })} />
);

const columns = (page: string): Column<ShownKey>[] => [
  { title: m.api_keys_name(), look: "main", cell: ({ name }) => <span className="py-1 wrap-anywhere">{name}</span> },
  { title: m.api_keys_scope(), look: "state", cell: ({ scope }) => scopeWords[scope]() },
  {
    title: m.api_keys_until(),
    isNamed: true,
    cell: ({ until, isOver }) => (isOver ? m.api_keys_over({ when: until }) : until),
  },
  { title: m.api_keys_used(), isNamed: true, cell: LastUse },
  {
    title: m.api_keys_revoke(),
    cell: ({ id, name }) => (
      <ConfirmBelow label={m.api_keys_revoke()} of={name} {...keyed("x", m.api_keys_revoke())}>
        {m.api_keys_revoke_text()}
        <ActionButton
          action={page}
          fields={{ do: "revoke", id }}
          label={m.api_keys_revoke_yes()}
          of={name}
          className={buttonClass({ variant: "danger", size: "small" })}
        />
      </ConfirmBelow>
    ),
  },
];

const LastUse = ({ used, usedBy }: ShownKey) => (
  <>
    {used ?? m.api_keys_never()}
    {usedBy && <span className="block text-14 wrap-anywhere text-quiet">{usedBy}</span>}
  </>
);
