import type { DailyVisits } from '@naughty-list/contracts/analytics';
import { barPercent } from '../../../ui/chart/axis.ts';
import { dayText, visitsText } from './day-text.ts';

const DAYS_SHOWN = 10;

/** The latest ten days, newest first, each with a bar. */
export function LatestDays({ days }: { days: DailyVisits }) {
  const shown = days.slice(-DAYS_SHOWN).reverse();
  const max = Math.max(0, ...shown.map(({ visits }) => visits));
  return (
    <ol className="grid">
      {shown.map(({ date, visits }, index) => (
        <li
          key={date}
          className="figures grid grid-cols-[6.5rem_1fr_auto] items-center gap-3 border-t border-parchment-300 py-1.5 first:border-t-0"
        >
          <time dateTime={date} title={dayText(date, 'long')}>
            {index === 0 ? 'Today' : dayText(date, 'short')}
          </time>
          <span aria-hidden="true" className="h-5 rounded-sm bg-parchment-200">
            <span
              data-bar
              className={
                index === 0 ? 'block h-full rounded-sm bg-gold-600' : 'block h-full rounded-sm bg-pine-500'
              }
              style={{ width: `${barPercent(visits, max)}%` }}
            />
          </span>
          <span className="min-w-24 text-right font-bold">{visitsText(visits)}</span>
        </li>
      ))}
    </ol>
  );
}
