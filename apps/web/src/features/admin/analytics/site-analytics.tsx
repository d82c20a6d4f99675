import { DAYS_DEFAULT, dayRanges, LIVE_MINUTES, type VisitFilter } from '@naughty-list/contracts/analytics';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import MoveRight from 'lucide-react/icons/move-right';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { Button } from '../../../ui/button.tsx';
import { ButtonChoice } from '../../../ui/button-choice.tsx';
import { TabPage } from '../parts.tsx';
import { type Address, useAddress } from '../use-address.ts';
import {
  dailyQuery,
  type Facet,
  facets,
  liveQuery,
  topQuery,
  totalQuery,
  weeklyQuery,
} from './analytics-queries.ts';
import { comparison, LatestDays, type Trend, VisitsChart, weeklyTrend } from './charts.tsx';
import { Panel } from './panel.tsx';

const ranges = dayRanges.map((days) => ({ value: days, label: `${days} days` }));

const rangeIn = ({ days }: Address): number =>
  dayRanges.find((range) => String(range) === days) ?? DAYS_DEFAULT;

const deviceNames = { phone: 'Phones', tablet: 'Tablets', desktop: 'Desktops', other: 'Others' } as const;
const noFilter = { page: undefined, referrer: undefined, device: undefined, country: undefined };

/** The first filter in the URL. */
function filterIn(address: Address): { by: Facet; value: string } | undefined {
  const by = facets.find((name) => address[name] !== undefined);
  return by && { by, value: address[by] ?? '' };
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' });

function nameOf(by: Facet, value: string): string {
  if (by === 'device') return deviceNames[value as keyof typeof deviceNames] ?? value;
  if (by === 'country')
    return /^[A-Z]{2}$/.test(value) ? (countryNames.of(value) ?? value) : value || 'Unknown';
  return value || 'Direct / unknown';
}

/** Visits by time, page, referrer and device. */
export function SiteAnalytics() {
  const [address, change] = useAddress();
  const range = rangeIn(address);
  const choose = (days: number) =>
    void change({ days: days === DAYS_DEFAULT ? undefined : String(days) }, { replace: true });
  const filter = filterIn(address);
  const visitFilter = (filter ? { [filter.by]: filter.value } : {}) as VisitFilter;
  const filterBy = (by: Facet, value: string | undefined) =>
    void change({ ...noFilter, [by]: value }, { replace: true });
  const daily = useQuery({ ...dailyQuery(range, visitFilter), placeholderData: keepPreviousData });
  const previous = useQuery(dailyQuery(range, { ...visitFilter, period: 'previous' }));
  const latest = useQuery(dailyQuery(DAYS_FOR_TREND));
  const weekly = useQuery(weeklyQuery);
  return (
    <TabPage title="Site Analytics" beside={<RefreshButton />}>
      <div>
        <p className="text-ink-700">Days are in UTC; today is still being counted.</p>
        <LiveVisitors />
      </div>
      <HeadlineFigures />
      <Panel
        title="Daily Visits"
        query={daily}
        failure="Failed to fetch daily data"
        control={
          <ButtonChoice
            legend={<span className="sr-only">Range of days</span>}
            value={range}
            choices={ranges}
            onChoose={choose}
          />
        }
        room="h-80"
      >
        {(days) => (
          <>
            {filter && (
              <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span>
                  Only <strong className="wrap-anywhere">{nameOf(filter.by, filter.value)}</strong>
                </span>
                {filter.by === 'page' && filter.value.startsWith('/') && (
                  <a href={filter.value} className="underline decoration-1 underline-offset-4">
                    Open page
                  </a>
                )}
                <Button look="outline" onClick={() => filterBy(filter.by, undefined)}>
                  Show all visits
                </Button>
              </p>
            )}
            <div className="grid gap-2">
              <VisitsChart unit="day" counts={days} previous={previous.data} />
              <p className="figures min-h-6 text-ink-700">
                {previous.data && comparison(days, previous.data)}
              </p>
            </div>
          </>
        )}
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Weekly Visits" query={weekly} failure="Failed to fetch weekly data" room="h-80">
          {(weeks) => (
            <VisitsChart unit="week" counts={weeks.map(({ week, visits }) => ({ date: week, visits }))} />
          )}
        </Panel>
        <Panel title="Latest 10 Days" query={latest} failure="Failed to fetch daily data" room="h-80">
          {(days) => <LatestDays days={days} />}
        </Panel>
        {panels.map((panel) => (
          <TopPanel
            key={panel.by}
            {...panel}
            days={range}
            chosen={filter?.by === panel.by ? filter.value : undefined}
            onChoose={(value) => filterBy(panel.by, value)}
          />
        ))}
      </div>
    </TabPage>
  );
}

const panels = [
  { by: 'page', title: 'Top Pages', failure: 'Failed to fetch top pages', room: 'h-60' },
  { by: 'referrer', title: 'Top Referrers', failure: 'Failed to fetch top referrers', room: 'h-60' },
  { by: 'country', title: 'Top Countries', failure: 'Failed to fetch top countries', room: 'h-40' },
  { by: 'device', title: 'Devices', failure: 'Failed to fetch devices', room: 'h-40' },
] as const;

type TopPanelProps = (typeof panels)[number] & {
  days: number;
  /** The entry that the daily visits are limited to. */
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** A ranked list with visit counts; an entry limits the daily visits to it. */
function TopPanel({ by, title, failure, room, days, chosen, onChoose }: TopPanelProps) {
  const top = useQuery(topQuery(by, days));
  return (
    <Panel title={`${title}, ${days} days`} query={top} failure={failure} room={room}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="text-ink-700">No visits in this period.</p>
        ) : (
          <ol className="grid">
            {entries.map(({ value, visits }, index) => (
              <li
                key={value}
                className="figures grid grid-cols-[2rem_1fr_auto] items-center gap-2 border-t border-parchment-300 py-1.5 first:border-t-0"
              >
                <span className="text-ink-700">{index + 1}.</span>
                <button
                  type="button"
                  aria-pressed={value === chosen}
                  title="Show its daily visits"
                  onClick={() => onChoose(value === chosen ? undefined : value)}
                  className="min-w-0 text-left wrap-anywhere underline decoration-1 underline-offset-4 aria-pressed:font-bold"
                >
                  {nameOf(by, value)}
                </button>
                <span className="text-right font-bold">{formatWhole(visits)}</span>
              </li>
            ))}
          </ol>
        )
      }
    </Panel>
  );
}

/** Empty while loading and after a failure. */
function LiveVisitors() {
  const { data } = useQuery(liveQuery);
  if (!data) return <p className="min-h-6" />;
  const { visitors } = data;
  return (
    <p className="figures min-h-6">
      <strong>{formatWhole(visitors)}</strong> {visitors === 1 ? 'visitor' : 'visitors'} in the last{' '}
      {LIVE_MINUTES} minutes
    </p>
  );
}

function RefreshButton() {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching({ queryKey: ['admin', 'analytics'] }) > 0;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin', 'analytics'] });
  return (
    <Button look="outline" Icon={RefreshCw} isBusy={isFetching} onClick={refresh}>
      Refresh
    </Button>
  );
}

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
