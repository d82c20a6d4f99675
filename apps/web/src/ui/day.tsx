import { absoluteTime } from '../lib/relative-time.ts';

/** A date as `2026-11-22`: that of UTC, the same at the server; the visitor's own time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className="figures whitespace-nowrap"
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = absoluteTime(new Date(at));
      }}
    >
      {at.slice(0, 10)}
    </time>
  );
}
