import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';
import { Candle } from '../../ui/candle.tsx';
import { Holly } from '../../ui/holly.tsx';
import type { Promo } from './promo.ts';

/** Closing text, link to the list, and the disclaimer that this is no financial advice. */
export function Closing({ promo: { closing, advice } }: { promo: Promo }) {
  return (
    <div className="grid gap-6">
      <section
        aria-labelledby="closing-title"
        className="grid items-center gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 p-6 md:grid-cols-[1fr_auto] md:p-12"
      >
        <div className="grid gap-4">
          <Holly className="h-14 justify-self-start" />
          <h2 id="closing-title" className="text-3xl text-snow">
            {closing.title}
          </h2>
          <p className="max-w-prose text-lg text-snow-dim">{closing.text}</p>
          <div className="flex flex-wrap gap-3">
            {closing.buttons.map((label, index) => (
              <Link key={label} to="/" className={buttonClasses(index === 0 ? 'gold' : 'outline')}>
                {label}
              </Link>
            ))}
          </div>
        </div>
        <Candle className="hidden h-64 md:block" />
      </section>
      <p className="max-w-prose text-snow-dim">{advice}</p>
    </div>
  );
}
