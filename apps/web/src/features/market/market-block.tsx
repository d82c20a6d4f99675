import { getMarketData } from 'virtual:endpoints/market-data';
import type { MarketToken } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS, marketFailedTexts } from '@naughty-list/contracts/market-texts';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Clock from 'lucide-react/icons/clock';
import { type ReactNode, useId, useState } from 'react';
import { queryOf } from '../../lib/api.ts';
import { Flourish } from '../../ui/drawings.tsx';
import { TextField } from '../../ui/field.tsx';
import {
  ageText,
  changeTone,
  distanceText,
  formatChange,
  formatDollars,
  multiplier,
  projectedValue,
} from './figures.ts';

/** Market figures and calculator. */
export function MarketBlock() {
  const list = useMarketData('list');
  const rival = useMarketData('rival');
  const times = multiplier(list.figures, rival.figures);
  return (
    <section
      id="calculator"
      aria-labelledby="calculator-title"
      className="paper grid gap-8 rounded-lg p-5 shadow-page sm:p-8 md:p-10"
    >
      <div className="grid justify-items-start gap-2">
        <h3 id="calculator-title" className="display text-3xl text-cranberry-700">
          Calculator
        </h3>
        <Flourish className="w-56 text-parchment-400" />
      </div>
      <div className="grid gap-10 md:grid-cols-[1fr_1.3fr]">
        <Calculator times={times} isWaiting={list.isLoading || rival.isLoading} />
        <MarketWidget list={list} rival={rival} times={times} />
      </div>
    </section>
  );
}

/** Projects an amount of LIST at the rival's market cap. `isWaiting`: the figures are loading. */
function Calculator({ times, isWaiting }: { times: number | undefined; isWaiting: boolean }) {
  const [typed, setTyped] = useState('1');
  const id = useId();
  return (
    <div className="grid content-start gap-4">
      <h4 className="display text-2xl">The what-if abacus</h4>
      <TextField
        label="Your LIST, in dollars"
        hint="Suppose LIST were as big as Rizzmas. It isn't: this is division, not a forecast."
        type="number"
        inputMode="decimal"
        min={0}
        step={1}
        value={typed}
        onType={setTyped}
        className="figures text-xl"
        id={id}
      />
      <p className="rounded-sm border-2 border-dashed border-parchment-400 px-4 py-3">
        On the abacus that would be{' '}
        <output htmlFor={id} className="figures text-2xl font-bold text-pine-700">
          {projectedValue(typed, times)}
        </output>
      </p>
      <p role="status">
        {times === undefined && !isWaiting && 'There are no figures to work with right now.'}
      </p>
    </div>
  );
}

type MarketWidgetProps = { list: TokenOnMarket; rival: TokenOnMarket; times: number | undefined };

const rows = [
  { label: 'Market cap', show: ({ figures }: TokenOnMarket) => formatDollars(figures?.marketCap) },
  { label: '24h volume', show: ({ figures }: TokenOnMarket) => formatDollars(figures?.volume24h) },
  { label: '24h change', show: ({ figures }: TokenOnMarket) => <Change percent={figures?.priceChange24h} /> },
];

const toneClasses = { up: 'text-pine-700', down: 'text-cranberry-700', none: '' };

/** LIST beside the rival holiday token. */
function MarketWidget({ list, rival, times }: MarketWidgetProps) {
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

type TokenOnMarket = ReturnType<typeof useMarketData>;

/** A token's figures, polled every 30 seconds while the page is visible; the last ones are kept while later calls fail. */
function useMarketData(token: MarketToken) {
  const { data, isPending, isError } = useQuery({
    ...queryOf(['market-data', token], getMarketData, { params: { token } }),
    refetchInterval: ({ state }) => (state.data?.connected === false ? false : MARKET_REFRESH_MS),
  });
  const known = data?.connected ? data : undefined;
  return {
    isLoading: isPending,
    /** Market data is disabled on this installation. */
    isOff: data?.connected === false,
    figures: known?.figures,
    ageSeconds: known?.ageSeconds ?? 0,
    error: isError ? marketFailedTexts[token] : undefined,
  };
}
