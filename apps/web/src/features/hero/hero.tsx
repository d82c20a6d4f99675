import type { ReactNode } from 'react';
import type { PageHead } from '../../lib/page-head.ts';

export const homeHead: PageHead = {
  path: '/',
  title: 'The Naughty List - check a crypto account before you send',
  description:
    "Santa went on chain. Look a name up on the public list of scam reports before you send a coin. Report a scammer, appeal for free, or burn LIST to buy Santa's silence.",
};

/** The hero: the headline, the search field (`box`), and beside it, on wide screens, the `films`. */
export function Hero({ box, films }: { box: ReactNode; films: ReactNode }) {
  return (
    <section
      aria-labelledby="hero-title"
      className="relative grid items-start gap-8 pt-4 pb-5 md:grid-cols-[1.2fr_1fr] md:pt-8 md:pb-8"
    >
      {/* Aligned to the top, so that films loaded later do not push it down. */}
      <div className="relative z-10 grid gap-3 md:gap-5">
        <h1 id="hero-title" className="text-3xl text-snow lg:text-4xl">
          I made the list. <span className="text-gold-300">You check it twice.</span>
        </h1>
        {box}
        <p className="max-w-prose text-lg text-pretty text-snow-dim max-sm:hidden">
          Look a name up before you send a single coin. — Santa, lead developer
        </p>
      </div>
      <div className="relative isolate hidden md:block md:pb-4">
        <div aria-hidden="true" className="candle-glow pointer-events-none absolute -inset-16 -z-10" />
        {films}
      </div>
    </section>
  );
}
