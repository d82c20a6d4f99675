import { useId, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { MarketWidget } from './market-widget.tsx';
import { multiplier, projectedValue } from './projection.ts';
import { useMarketData } from './use-market-data.ts';

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
        label="Dollars' worth of LIST"
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
