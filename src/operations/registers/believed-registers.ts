import { dayMs } from "#core/durations.ts";
import { registerLines } from "#core/settings/log-settings.ts";
import type { Settings } from "#core/settings/settings.ts";
import { deleteOtherRegisters, keptRegisters, putRegister, readTimes } from "#storage/database/proofs/registers.ts";
import { maxRegisterBytes as maxBytes, readRegister, type Register } from "#verify/register.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { getFrom } from "../targets/post-to.ts";

/** `key` is the thumbprint of the key that signs the register, `name` says who keeps it. */
type Believed = { key: string; address: string; name: string };

const registersIn = (settings: Settings): Believed[] =>
  registerLines(settings).map((line) => {
    const [key = "", address = "", ...name] = line.split(/\s+/);
    return { key, address, name: name.join(" ") };
  });

const readAgainMs = 60 * 60_000;

/**
 * Reads the registers again that were not read within the hour. One that its key did not sign, an older one, or one of a
 * later day is not kept: after a wrong clock of its keeper, every right one would be older.
 */
export async function readRegistersAgain(portal: Portal, cut: AbortSignal): Promise<void> {
  const { database, registry, targets, now } = portal;
  const believed = registersIn(await currentSettings(portal));
  const kept = await readTimes(database.read, registry);
  const isBelieved = (key: string) => believed.some((one) => one.key === key);
  if (kept.some(({ key }) => !isBelieved(key)))
    await database.write((writer) => deleteOtherRegisters(writer, registry, [...believed.map(({ key }) => key), ""]));
  for (const { key, address } of believed) {
    const before = kept.find((one) => one.key === key);
    if (before && Math.abs(now() - before.read_at) < readAgainMs) continue;
    const answer = await getFrom(targets, address, { cut, maxBytes });
    const token = typeof answer === "string" || answer.status !== 200 ? "" : answer.text.trim();
    const register = await readRegister(token, key);
    if (!register || register.iat * 1000 > now() + dayMs) continue;
    const older = before && (await keptRegisters(database.read, registry)).find((one) => one.key === key);
    if (older && register.iat < ((await openedRegister(older))?.iat ?? 0)) continue;
    await database.write((writer) => putRegister(writer, { registry, key, token, read_at: now() }));
  }
}

const opened = new Map<string, { token: string; register: Promise<Register | null> }>();

/** Reads each list once in a process: a visitor asks for the page as often as they like, and a long list costs much. */
function openedRegister({ key, token }: { key: string; token: string }): Promise<Register | null> {
  const before = opened.get(key);
  if (before?.token === token) return before.register;
  const register = readRegister(token, key);
  opened.set(key, { token, register });
  return register;
}

/** Returns the registers as a page shows them. `list` is null if it is too old, or not signed by the key that is believed. */
export async function readRegisters(portal: Portal) {
  const believed = await believedRegisters(portal, await currentSettings(portal));
  return Promise.all(
    believed.map(async ({ name, address, read, key, token }) => {
      const register = await openedRegister({ key, token });
      if (!register || register.exp * 1000 <= portal.now()) return { name, address, read, list: null };
      return { name, address, read, list: { signed: register.iat * 1000, agencies: register.agencies } };
    }),
  );
}

/** What this site kept of the registers that it believes. `read` is a time in milliseconds. */
export async function believedRegisters({ database, registry }: Portal, settings: Settings) {
  const believed = registersIn(settings);
  const kept = believed.length > 0 ? await keptRegisters(database.read, registry) : [];
  return believed.flatMap(({ key, address, name }) => {
    const row = kept.find((one) => one.key === key);
    return row ? [{ key, address, name, token: row.token, read: row.read_at }] : [];
  });
}
