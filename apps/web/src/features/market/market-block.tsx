import { Flourish } from '../../ui/flourish.tsx';
import { Calculator } from './calculator.tsx';
import { MarketWidget } from './market-widget.tsx';
import { multiplier } from './projection.ts';
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
