import type { ReactNode } from 'react';
import { christmasText } from '../../lib/days-until-christmas.ts';
import { useChristmasText } from '../../lib/use-christmas-text.ts';
import { Candle } from '../../ui/candle.tsx';

const WIDEST_DAYS = 364;

/**
 * The hero. `films` are rendered beside it on wide screens and hidden on phones, where the search box below comes
 * first.
 */
export function Hero({ films }: { films: ReactNode }) {
  const untilChristmas = useChristmasText();
  return (
    <section
      aria-labelledby="hero-title"
      className="relative grid items-start gap-8 pt-4 pb-5 md:grid-cols-[1.1fr_1fr] md:pt-8 md:pb-0"
    >
      {/* Aligned to the top, so that films loaded later do not push it down. */}
      <div className="relative z-10 grid gap-3 md:gap-5 md:pt-4 md:pb-12 lg:pt-14">
        <h1 id="hero-title" className="pr-20 text-4xl text-snow md:pr-0">
          I made the list. <span className="text-gold-300">You check it twice.</span>
        </h1>
        <p className="max-w-prose pr-24 text-lg text-pretty text-snow-dim md:pr-0 md:text-xl">
          Look a name up before you send a single coin.{' '}
          <span className="hidden sm:inline">
            Seen somebody rob a sleigh? Report them, and my ledger keeps their name.
          </span>
        </p>
        <p className="hidden items-center gap-3 text-lg md:flex">
          {/* As wide as its longest text in any font, to prevent layout shifts. */}
          <span
            data-widest={christmasText(WIDEST_DAYS)}
            className="figures grid font-bold text-gold-300 after:invisible after:h-0 after:content-[attr(data-widest)]"
          >
            {untilChristmas}
          </span>
          <span className="text-snow-dim">— Santa, lead developer</span>
        </p>
      </div>
      <Candle className="absolute top-1 -right-2 h-36 md:hidden" />
      <div className="relative isolate hidden md:block md:pb-4">
        <div aria-hidden="true" className="candle-glow absolute -inset-16 -z-10" />
        {films}
      </div>
    </section>
  );
}
