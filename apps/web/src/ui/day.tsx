import { dateText } from '@naughty-list/contracts/date-text';
import { absoluteTime } from '../lib/time.ts';

/** A date as `November 22, 2026`, in UTC like the server's; the local time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className="figures whitespace-nowrap"
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = absoluteTime(new Date(at));
      }}
    >
      {dateText(at)}
    </time>
  );
}
