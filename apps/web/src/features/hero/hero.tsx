import type { ReactNode } from 'react';
import { Candle } from '../../ui/candle.tsx';

/**
 * The hero. `films` are rendered beside it on wide screens and hidden on phones, where the search box below comes
 * first.
 */
export function Hero({ films }: { films: ReactNode }) {
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
        <p className="hidden text-lg text-snow-dim md:block">— Santa, lead developer</p>
      </div>
      <Candle className="absolute top-1 -right-2 h-36 md:hidden" />
      <div className="relative isolate hidden md:block md:pb-4">
        <div aria-hidden="true" className="candle-glow pointer-events-none absolute -inset-16 -z-10" />
        {films}
      </div>
    </section>
  );
}
