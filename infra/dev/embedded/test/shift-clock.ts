// Preloaded into a service with `--import`: each SIGUSR2 sets its clock an hour ahead, or back again. Timers and the
// monotonic clock are unaffected, as when a machine's time is set.
/** And half a second, so that the time of a question to the database does not make it 59 minutes. */
const HOUR_MS = 3_600_500;
const RealDate = Date;
let aheadMs = 0;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [RealDate.now() + aheadMs], newTarget),
  apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(target, key, target)),
});
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? HOUR_MS : 0;
});
