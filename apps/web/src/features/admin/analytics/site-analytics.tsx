import { DAYS_DEFAULT, dayRanges } from '@naughty-list/contracts/analytics';
import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../../ui/button.tsx';
import { ButtonChoice } from '../button-choice.tsx';
import { type Address, useAddress } from '../use-address.ts';
import { dailyQuery, topPagesQuery, topReferrersQuery, weeklyQuery } from './analytics-queries.ts';
import { DailyChart } from './daily-chart.tsx';
import { DAYS_FOR_TREND, HeadlineFigures } from './headline-figures.tsx';
import { LatestDays } from './latest-days.tsx';
import { Panel } from './panel.tsx';
import { TopPagesList, TopReferrersList } from './top-lists.tsx';
import { WeeklyChart } from './weekly-chart.tsx';

const ranges = dayRanges.map((days) => ({ value: days, label: `${days} days` }));

const rangeIn = ({ days }: Address): number =>
  dayRanges.find((range) => String(range) === days) ?? DAYS_DEFAULT;

/** Visits by time, page and referrer. */
export function SiteAnalytics() {
  const [address, change] = useAddress();
  const range = rangeIn(address);
  const choose = (days: number) =>
    void change({ days: days === DAYS_DEFAULT ? undefined : String(days) }, { replace: true });
  const daily = useQuery({ ...dailyQuery(range), placeholderData: keepPreviousData });
  const latest = useQuery(dailyQuery(DAYS_FOR_TREND));
  const weekly = useQuery(weeklyQuery);
  const pages = useQuery({ ...topPagesQuery(range), placeholderData: keepPreviousData });
  const referrers = useQuery({ ...topReferrersQuery(range), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="analytics-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="analytics-title" className="text-2xl text-cranberry-700">
            Site Analytics
          </h2>
          <p className="text-ink-700">Days are in UTC; today is still being counted.</p>
        </div>
        <RefreshButton />
      </div>
      <HeadlineFigures />
      <Panel
        title="Daily Visits"
        query={daily}
        failure="Failed to fetch daily data"
        control={<ButtonChoice legend="Range of days" value={range} choices={ranges} onChoose={choose} />}
        room="h-80"
      >
        {(days) => <DailyChart days={days} />}
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Weekly Visits" query={weekly} failure="Failed to fetch weekly data" room="h-80">
          {(weeks) => <WeeklyChart weeks={weeks} />}
        </Panel>
        <Panel title="Latest 10 Days" query={latest} failure="Failed to fetch daily data" room="h-80">
          {(days) => <LatestDays days={days} />}
        </Panel>
        <Panel
          title={`Top Pages, ${range} days`}
          query={pages}
          failure="Failed to fetch top pages"
          room="h-60"
        >
          {(top) => <TopPagesList top={top} />}
        </Panel>
        <Panel
          title={`Top Referrers, ${range} days`}
          query={referrers}
          failure="Failed to fetch top referrers"
          room="h-60"
        >
          {(top) => <TopReferrersList top={top} />}
        </Panel>
      </div>
    </section>
  );
}

function RefreshButton() {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching({ queryKey: ['admin', 'analytics'] }) > 0;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin', 'analytics'] });
  return (
    <Button look="outline" aria-disabled={isFetching} onClick={() => !isFetching && refresh()}>
      <RefreshCw aria-hidden="true" className="size-5" />
      Refresh
    </Button>
  );
}
