import { hash } from "node:crypto";
import type { ReactNode } from "react";
import { FoldedSection } from "#design/folded-section.tsx";
import { m } from "#i18n/compiled/messages.js";
import { writtenAgo, writtenCount, writtenMoment, writtenTime } from "#i18n/written.ts";
import { readLogPage } from "#operations/log/read-log.ts";
import { readRegisters } from "#operations/registers/believed-registers.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
// eslint-disable-next-line import/no-absolute-path -- of Vite: it begins at the folder of the project
import checker from "/docs/check_proof.py?raw";
import type { Route } from "./+types/proof.route.ts";
import { Registers } from "./registers.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const checkerHash = hash("sha256", checker);
  return orErrorPage(visit, async () => ({
    ...(await readLogPage(visit.portal)),
    checkerHash,
    registers: await readRegisters(visit.portal),
    now: visit.portal.now(),
  }));
}

type LogPage = Route.ComponentProps["loaderData"];

const alarmWords = { damaged: m.proof_damaged, differs: m.proof_differs, older: m.proof_older_database };

export default function Proof({
  loaderData: { keys, current, older, registers, checkerHash, alarms, now },
}: Route.ComponentProps) {
  const site = useSite();
  const operator = site.operator.name;
  const welcome = m.proof_welcome({ operator });
  return (
    <div className="grid max-w-2xl gap-10">
      <title>{`${m.proof_title()} – ${operator}`}</title>
      <ShareTags site={site} page={pages.proof.path} title={m.proof_title()} description={welcome} />
      <div className="grid gap-4">
        <h1 className="text-28 sm:text-36">{m.proof_title()}</h1>
        <p>{welcome}</p>
        <p className="border-s-4 border-line ps-4">{m.proof_not_said()}</p>
      </div>
      <FoldedSection title={m.proof_signed()} isOpen>
        <p>{m.proof_signed_text()}</p>
      </FoldedSection>
      <FoldedSection title={m.proof_logged()}>
        <p>{m.proof_logged_text()}</p>
      </FoldedSection>
      <FoldedSection title={m.proof_how()}>
        <ol className="grid list-decimal gap-2 ps-6 bangla:list-[bengali]">
          <li>{m.proof_how_save()}</li>
          <li>{m.proof_how_compare()}</li>
          <li>{m.proof_how_program()}</li>
          <li>
            {m.proof_how_checker()} <Code>{checkerHash}</Code>
          </li>
          <li>{m.proof_how_keep()}</li>
        </ol>
      </FoldedSection>
      <FoldedSection title={m.proof_keys()}>
        <p>{m.proof_keys_text()}</p>
        <Key title={m.proof_key_statement()} found={keys.statement} />
        {keys.older.length > 0 && <OlderKeys keys={keys.older} />}
        <Key title={m.proof_key_log()} found={keys.log} />
      </FoldedSection>
      <FoldedSection title={m.proof_checkpoint()} isOpen={alarms.length > 0}>
        {alarms.map(({ kind, since }) => (
          <p key={kind} className="font-semibold text-alarm">
            {alarmWords[kind]({ date: writtenTime(since) })}
          </p>
        ))}
        {current?.checkpoint ? (
          <Checkpoint {...current} {...current.checkpoint} now={now} />
        ) : (
          <p>{m.proof_checkpoint_none()}</p>
        )}
      </FoldedSection>
      {older.length > 0 && <OlderOrigins trees={older} />}
      {registers.length > 0 && (
        <Registers registers={registers} origin={site.address} ownKey={keys.statement?.written} now={now} />
      )}
      <Addresses />
    </div>
  );
}

/** Text in a monospace font, never translated, in every language. */
const Code = ({ children }: { children: string }) => (
  <code dir="ltr" translate="no" className="text-16 break-all">
    {children}
  </code>
);

const Key = ({ title, found }: { title: string; found: LogPage["keys"]["log"] }) => (
  <div className="grid gap-1">
    <h3 className="text-18">{title}</h3>
    {found ? (
      <>
        <Words>{found.words}</Words>
        <p className="text-16 text-quiet">
          {m.proof_key_written()}: <Code>{found.written}</Code>
        </p>
      </>
    ) : (
      <p>{m.proof_key_none()}</p>
    )}
  </div>
);

const Words = ({ children }: { children: string }) => (
  <p dir="ltr" lang="en" translate="no" className="text-22">
    {children}
  </p>
);

const OlderKeys = ({ keys }: { keys: LogPage["keys"]["older"] }) => (
  <div className="grid gap-2">
    <h3 className="text-18">{m.proof_key_older()}</h3>
    {keys.map(({ words, until, isStolen }) => (
      <div key={words}>
        <Words>{words}</Words>
        <p className="text-16 text-quiet">
          {isStolen ? m.proof_key_stolen() : m.proof_key_until({ date: writtenMoment(until) })}
        </p>
      </div>
    ))}
  </div>
);

type CheckpointProps = { origin: string; folder: string; note: string; size: number; signedAt: number };

const Checkpoint = ({
  origin,
  folder,
  note,
  size,
  signedAt,
  witnessed,
  now,
}: CheckpointProps & Pick<NonNullable<LogPage["current"]>, "witnessed"> & { now: number }) => (
  <>
    <Terms
      terms={[
        [m.proof_checkpoint_origin(), <Code key="">{origin}</Code>],
        [m.proof_checkpoint_lines(), writtenCount(size)],
        [m.proof_checkpoint_time(), `${writtenTime(signedAt)} (${writtenAgo(signedAt, now)})`],
      ]}
    />
    <Witnesses witnessed={witnessed} />
    <pre dir="ltr" translate="no" className="border border-line bg-surface p-4 text-14 break-all whitespace-pre-wrap">
      {note}
    </pre>
    <p>
      <a href={`${folder}/checkpoint`} download="checkpoint.txt">
        {m.proof_checkpoint_file()}
      </a>
    </p>
  </>
);

const Witnesses = ({ witnessed }: Pick<NonNullable<LogPage["current"]>, "witnessed">) => {
  if (!witnessed) return <p>{m.check_no_witnesses()}</p>;
  const names = witnessed.by.map(({ name, time }) => `${name} (${writtenTime(time * 1000)})`).join(", ");
  return (
    <>
      {!witnessed.isQuorum && <p className="font-semibold">{m.proof_not_witnessed()}</p>}
      {names !== "" && <p>{m.proof_witnesses_text({ names })}</p>}
    </>
  );
};

const OlderOrigins = ({ trees }: { trees: LogPage["older"] }) => (
  <FoldedSection title={m.proof_older()}>
    <p>{m.proof_older_text()}</p>
    <ul className="grid gap-4">
      {trees.map(({ origin, folder, endedAt, checkpoint, lastKnown, isStolen }) => (
        <li key={origin} className="grid gap-1">
          <Code>{origin}</Code>
          <p>
            {m.proof_older_ended({
              date: writtenMoment(endedAt ?? 0),
              known: writtenCount(lastKnown),
              lines: writtenCount(checkpoint?.size ?? 0),
            })}
          </p>
          {isStolen && <p>{m.proof_older_stolen()}</p>}
          {checkpoint && <a href={`${folder}/checkpoint`}>{m.proof_older_file()}</a>}
        </li>
      ))}
    </ul>
  </FoldedSection>
);

const Addresses = () => {
  const addresses = [
    [m.proof_address_checkpoint(), "/log/newest/checkpoint"],
    [m.proof_address_logs(), "/log/logs.json"],
    [m.proof_address_keys(), "/.well-known/jwks.json"],
    [m.proof_address_issuer(), "/.well-known/jwt-vc-issuer"],
  ] as const;
  return (
    <FoldedSection title={m.proof_addresses()}>
      <Terms
        terms={addresses.map(([words, path]) => [
          words,
          <a key="" href={path} className="inline-flex min-h-11 items-center">
            <Code>{path}</Code>
          </a>,
        ])}
      />
    </FoldedSection>
  );
};

const Terms = ({ terms }: { terms: readonly (readonly [term: string, content: ReactNode])[] }) => (
  <dl className="grid gap-3">
    {terms.map(([term, content]) => (
      <div key={term}>
        <dt className="text-quiet">{term}</dt>
        <dd>{content}</dd>
      </div>
    ))}
  </dl>
);
