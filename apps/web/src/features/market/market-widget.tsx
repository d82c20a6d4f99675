import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { ageText, changeTone, formatChange, formatDollars } from './figures.ts';
import { distanceText } from './projection.ts';
import type { TokenOnMarket } from './use-market-data.ts';

type MarketWidgetProps = { list: TokenOnMarket; rival: TokenOnMarket; times: number | undefined };

const rows = [
  { label: 'Market cap', show: ({ figures }: TokenOnMarket) => formatDollars(figures?.marketCap) },
  { label: '24h volume', show: ({ figures }: TokenOnMarket) => formatDollars(figures?.volume24h) },
  { label: '24h change', show: ({ figures }: TokenOnMarket) => <Change percent={figures?.priceChange24h} /> },
];

const toneClasses = { up: 'text-pine-700', down: 'text-cranberry-700', none: '' };

/** LIST beside the rival holiday token. */
export function MarketWidget({ list, rival, times }: MarketWidgetProps) {
  if (list.isOff || rival.isOff) return <NotConnected />;
  const age = ageText(Math.max(list.ageSeconds, rival.ageSeconds));
  return (
    <div className="grid content-start gap-4">
      <table className="figures w-full border-collapse text-left">
        <caption className="display pb-3 text-left text-2xl">LIST beside Rizzmas</caption>
        <thead>
          <tr className="border-b-2 border-parchment-400">
            <td />
            <th scope="col" className="px-2 py-2 text-right">
              LIST
            </th>
            <th scope="col" className="py-2 text-right">
              Rizzmas
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, show }) => (
            <tr key={label} className="border-b border-parchment-300">
              <th scope="row" className="py-3 font-normal">
                {label}
              </th>
              <Cell token={list}>{show(list)}</Cell>
              <Cell token={rival}>{show(rival)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <div role="status" className="grid min-h-12 gap-2">
        {[list.error, rival.error].map(
          (error) =>
            error && (
              <p key={error} className="flex items-start gap-2 font-bold text-cranberry-700">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
                {error}
              </p>
            ),
        )}
        {age && (
          <p className="flex items-start gap-2">
            <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {age}
          </p>
        )}
        {times !== undefined && <p className="text-lg font-bold">{distanceText(times)}</p>}
      </div>
    </div>
  );
}

function Cell({ token, children }: { token: TokenOnMarket; children: ReactNode }) {
  return (
    <td className="px-2 py-3 text-right font-bold last:pr-0">
      {token.isLoading ? (
        <span className="inline-block noscript:hidden animate-pulse-slow rounded-sm bg-parchment-300 px-2 motion-reduce:animate-none">
          Loading...
        </span>
      ) : (
        children
      )}
    </td>
  );
}

function Change({ percent }: { percent: number | null | undefined }) {
  return <span className={toneClasses[changeTone(percent)]}>{formatChange(percent)}</span>;
}

function NotConnected() {
  return (
    <div className="grid content-start gap-3">
      <h4 className="display text-2xl">LIST beside Rizzmas</h4>
      <p className="text-lg">
        This workshop has no market data connected, so there are no figures to compare tonight. The chart is
        always open, and so is the ledger.
      </p>
    </div>
  );
}
