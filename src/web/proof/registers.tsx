import { officeDay } from "#core/office-clock.ts";
import { FoldedSection } from "#design/folded-section.tsx";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDay, writtenMoment } from "#i18n/written.ts";
import { isListedOn, type ListedAgency } from "#verify/register.ts";
import { isCurrent } from "#verify/verdict.ts";
import { getZone } from "#i18n/reader-zone.ts";

type ShownRegister = {
  name: string;
  address: string;
  read: number;
  list: { signed: number; agencies: readonly ListedAgency[] } | null;
};

/** `ownKey`: the thumbprint of the key with which this site signs statements now. */
type RegistersProps = { registers: readonly ShownRegister[]; origin: string; ownKey?: string | undefined; now: number };

/** The registers of agencies that this site believes, in words. The entry of the site itself comes first. */
export const Registers = ({ registers, origin, ownKey, now }: RegistersProps) => (
  <FoldedSection title={m.proof_registers()}>
    <p>{m.proof_registers_text()}</p>
    {registers.map(({ name, address, read, list }) => (
      <section key={address} className="grid gap-2">
        <h3 className="text-18">
          <a href={address}>{name}</a>
        </h3>
        {list ? (
          <>
            <p className="text-16 text-quiet">
              {m.check_list_read({ signed: writtenMoment(list.signed), read: writtenMoment(read) })}{" "}
              {m.proof_registers_count({ count: writtenCount(list.agencies.length) })}{" "}
              {!isCurrent(list.signed / 1000, { now }) && m.check_list_old()}
            </p>
            <ul className="grid gap-3">
              {list.agencies
                .toSorted((one, other) => Number(other.origin === origin) - Number(one.origin === origin))
                .slice(0, mostShown)
                .map((agency) => (
                  <li key={agency.origin + agency.from}>
                    <Agency
                      agency={agency}
                      isOwn={agency.origin === origin && agency.keys.some(({ kid }) => kid === ownKey)}
                      today={officeDay(getZone(), now)}
                    />
                  </li>
                ))}
            </ul>
          </>
        ) : (
          <p className="font-semibold">{m.proof_register_not_believed()}</p>
        )}
      </section>
    ))}
  </FoldedSection>
);

/** Longer lists would make the page too heavy. `/registers.json` has all of them. */
const mostShown = 500;

const Agency = ({ agency, isOwn, today }: { agency: ListedAgency; isOwn: boolean; today: string }) => (
  <>
    <p className={isOwn ? "font-semibold" : ""}>{[agency.name, agency.licence].filter(Boolean).join(", ")}</p>
    <p className="text-16 text-quiet">
      <bdi translate="no">{agency.origin}</bdi>
      {` · ${[agency.from, agency.until].map((day) => day && writtenDay(day)).join(" – ")}`}
    </p>
    {isOwn && isListedOn(today, agency) && <p className="text-16">{m.proof_register_own()}</p>}
  </>
);
