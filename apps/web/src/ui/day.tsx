import { absoluteTime } from '../lib/relative-time.ts';

/** A date as `2026-11-22`, in UTC like the server's; the local time on hover. */
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
