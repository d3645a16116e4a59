/**
 * Loaded before the program (`node --import`): its clock begins at ATTESTRY_TEST_CLOCK and goes on from there. Only
 * `Date` is set, timers run as ever.
 */
const late = Date.now() - Number(process.env["ATTESTRY_TEST_CLOCK"]);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: unknown[], target) =>
    Reflect.construct(RealDate, given.length === 0 ? [Date.now()] : given, target) as Date,
  get: (_, name) => (name === "now" ? () => RealDate.now() - late : Reflect.get(RealDate, name)),
});
