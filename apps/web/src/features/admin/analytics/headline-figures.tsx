import { formatWhole } from '@naughty-list/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import MoveRight from 'lucide-react/icons/move-right';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { dailyQuery, totalQuery } from './analytics-queries.ts';
import { Panel } from './panel.tsx';
import { type Trend, weeklyTrend } from './trend.ts';

/** Enough days for the trend and the latest-days list, whatever range the chart shows. */
export const DAYS_FOR_TREND = 30;

/** Total visits, the last seven days, and the trend. */
export function HeadlineFigures() {
  const total = useQuery(totalQuery);
  const daily = useQuery(dailyQuery(DAYS_FOR_TREND));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Panel title="Total Visits" query={total} failure="Failed to fetch total visits" room="h-20">
        {({ totalVisits }) => (
          <div>
            <p className="figures text-3xl font-bold">{formatWhole(totalVisits)}</p>
            <p className="text-ink-700">page views, all time; bots excluded</p>
          </div>
        )}
      </Panel>
      <Panel title="Weekly Trend" query={daily} failure="Failed to fetch daily data" room="h-20">
        {(days) => <TrendFigure trend={weeklyTrend(days)} />}
      </Panel>
    </div>
  );
}

const directions = {
  up: { Icon: TrendingUp, tone: 'text-pine-700', word: 'Up ' },
  down: { Icon: TrendingDown, tone: 'text-cranberry-700', word: 'Down ' },
  none: { Icon: MoveRight, tone: '', word: 'No change' },
} as const;

function TrendFigure({ trend: { direction, percent, latest, prior } }: { trend: Trend }) {
  const { Icon, tone, word } = directions[direction];
  return (
    <div>
      <p className={`figures flex items-center gap-3 text-3xl font-bold ${tone}`}>
        <Icon aria-hidden="true" className="size-8" />
        {word}
        {direction !== 'none' && percent}
      </p>
      <p className="figures text-ink-700">
        {formatWhole(latest)} in the last 7 days, {formatWhole(prior)} in the 7 before
      </p>
    </div>
  );
}
