import { getTransparency } from 'virtual:endpoints/transparency';
import { formatDecimal, formatWhole } from '@naughty-list/contracts/tokens';
import type { Transparency, TransparencyMonth } from '@naughty-list/contracts/transparency';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../../lib/api.ts';
import type { PageHead } from '../../lib/page-head.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Moment } from '../../ui/day.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Total } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';

export const transparencyHead: PageHead = {
  path: '/transparency',
  title: 'Transparency: the Naughty List in figures, month by month',
  description:
    'Reports, statements, holds, appeals and burns by month, how long decisions take and how many appeals are granted, counted from the register itself.',
};

/** The figures of a month, each with its label and text. */
const figures: readonly { name: string; text: (month: TransparencyMonth) => string }[] = [
  { name: 'Reports', text: ({ reports }) => formatWhole(reports) },
  { name: 'Statements', text: ({ statements }) => formatWhole(statements) },
  { name: 'Held for review', text: ({ held }) => formatWhole(held) },
  { name: 'Appeals', text: ({ appeals }) => formatWhole(appeals) },
  { name: 'Decided', text: ({ appealsDecided }) => formatWhole(appealsDecided) },
  { name: 'Median time', text: ({ medianDecisionHours }) => timeText(medianDecisionHours) },
  { name: 'Overturned', text: ({ overturnRate }) => percentText(overturnRate) },
  { name: 'Burns', text: ({ burns }) => formatWhole(burns) },
  { name: 'LIST burned', text: ({ burned }) => formatDecimal(burned) },
];

const charted = {
  reports: { name: 'Reports', one: 'report', many: 'reports' },
  statements: { name: 'Statements', one: 'statement', many: 'statements' },
  held: { name: 'Held for review', one: 'held', many: 'held' },
  appeals: { name: 'Appeals', one: 'appeal', many: 'appeals' },
  burns: { name: 'Burns', one: 'burn', many: 'burns' },
} as const;
type Charted = keyof typeof charted;
const chartedChoices = (Object.keys(charted) as Charted[]).map((value) => ({
  value,
  label: charted[value].name,
}));

/** The figures by month, as a chart and a table. */
export function TransparencyFigures() {
  const query = useQuery(queryOf(['transparency'], getTransparency));
  return (
    <Loaded
      query={query}
      text="Loading the figures…"
      failure="Failed to fetch the figures"
      withoutScripts="These figures need JavaScript. The link above has them as data."
    >
      {({ openAppeals, oldestDueAt, months, reconciliation }) => (
        <>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Total term="Open appeals" value={formatWhole(openAppeals)} />
            <Total term="Earliest deadline" value={oldestDueAt ? <Moment at={oldestDueAt} /> : 'None'} />
          </dl>
          <section aria-labelledby="by-month" className="grid gap-3">
            <h2 id="by-month" className="text-2xl">
              By month
            </h2>
            <MonthTable months={months} />
            <MonthList months={months} />
          </section>
          <MonthChart months={months} />
          <Reconciled figures={reconciliation} />
        </>
      )}
    </Loaded>
  );
}

/** Accepted payments compared with the chain. */
function Reconciled({ figures }: { figures: Transparency['reconciliation'] }) {
  return (
    <section aria-labelledby="reconciled" className="grid gap-3">
      <h2 id="reconciled" className="text-2xl">
        Payments and the chain
      </h2>
      {figures ? (
        <>
          <p>
            Every accepted payment, memberships included, is checked against the chain again. Unmatched burns
            and transfers are those that match no accepted or pending payment, counted since{' '}
            <Moment at={figures.observedSince} />. Last complete run: <Moment at={figures.completedAt} />.
          </p>
          <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Total term="Accepted payments" value={formatWhole(figures.payments)} />
            <Total term="Not on the chain" value={formatWhole(figures.notOnChain)} />
            <Total term="Counted twice" value={formatWhole(figures.countedTwice)} />
            <Total term="Unreadable" value={formatWhole(figures.unread)} />
            <Total
              term="Unmatched burns"
              value={`${formatWhole(figures.unexplainedBurns)} (${formatDecimal(figures.unexplainedBurned)} LIST)`}
            />
            <Total
              term="Unmatched transfers"
              value={`${formatWhole(figures.unexplainedCredits)} (${formatDecimal(figures.unexplainedCredited)} LIST)`}
            />
          </dl>
        </>
      ) : (
        <p>The comparison of payments with the chain isn't available yet.</p>
      )}
    </section>
  );
}

type MonthsProps = { months: readonly TransparencyMonth[] };

function MonthTable({ months }: MonthsProps) {
  return (
    <table className="figures w-full text-right max-lg:hidden">
      <caption className="sr-only">Figures by month, newest first</caption>
      <thead className="border-b-2 border-parchment-400">
        <tr>
          <th scope="col" className="py-2 pr-3 text-left">
            Month
          </th>
          {figures.map(({ name }) => (
            <th key={name} scope="col" className="py-2 pl-3 align-bottom leading-tight">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="border-b border-parchment-400">
            <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
              {monthText(month.month, 'long')}
            </th>
            {figures.map(({ name, text }) => (
              <td key={name} className="py-2 pl-3">
                {text(month)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same figures where ten columns do not fit. */
function MonthList({ months }: MonthsProps) {
  return (
    <ul className="grid gap-6 lg:hidden">
      {months.map((month) => (
        <li key={month.month} className="border-t-2 border-parchment-400 pt-2">
          <h3 className="text-lg font-bold">{monthText(month.month, 'long')}</h3>
          <dl className="figures grid gap-x-6 xs:grid-cols-2 sm:grid-cols-3">
            {figures.map(({ name, text }) => (
              <div
                key={name}
                className="flex justify-between gap-2 border-b border-parchment-300 py-1 xs:max-sm:last:col-span-2"
              >
                <dt className="text-ink-700">{name}</dt>
                <dd className="text-right font-bold whitespace-nowrap">{text(month)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function MonthChart({ months }: MonthsProps) {
  const id = useId();
  const [figure, setFigure] = useState<Charted>('reports');
  const { name, one, many } = charted[figure];
  const columns = months.toReversed().map((month, at) => ({
    key: month.month,
    label: monthText(month.month, 'short'),
    name: monthText(month.month, 'long'),
    value: month[figure],
    isUnfinished: at === months.length - 1,
  }));
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id={`${id}-title`} className="text-2xl">
          As a chart
        </h2>
        <SelectField label="Figure" value={figure} choices={chartedChoices} onChoose={setFigure} />
      </div>
      <BarChart
        label={`${name} by month`}
        columnName="Month"
        valueName={name}
        columns={columns}
        inWords={(value) => `${formatWhole(value)} ${value === 1 ? one : many}`}
      />
    </section>
  );
}

/** `December 2026` or `Dec ’26`, in UTC, like the counts. */
function monthText(month: string, length: 'long' | 'short'): string {
  const text = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: length,
    year: length === 'long' ? 'numeric' : '2-digit',
    timeZone: 'UTC',
  });
  // `Dec 26` would be a day of December.
  return length === 'long' ? text : text.replace(' ', ' ’');
}

const DAY_HOURS = 24;

function timeText(hours: number | null): string {
  if (hours === null) return '–';
  return hours < 2 * DAY_HOURS ? `${formatTenth(hours)} h` : `${formatTenth(hours / DAY_HOURS)} days`;
}

const formatTenth = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const percentText = (rate: number | null) => (rate === null ? '–' : `${formatTenth(rate * 100)}%`);
