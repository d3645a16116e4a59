/**
 * Preloaded into a program (`node --import`). Its clock starts at ATTESTRY_TEST_CLOCK and then runs normally. Only
 * `Date` changes: timers run as usual.
 */
const late = Date.now() - Number(process.env["ATTESTRY_TEST_CLOCK"]);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: unknown[], target) =>
    Reflect.construct(RealDate, given.length === 0 ? [Date.now()] : given, target) as Date,
  get: (_, name) => (name === "now" ? () => RealDate.now() - late : Reflect.get(RealDate, name)),
});
