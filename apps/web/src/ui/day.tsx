import { dateText } from '@naughty-list/contracts/case-texts';
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

/** A date and time in the visitor's time zone. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="figures">
    {absoluteTime(new Date(at))}
  </time>
);
