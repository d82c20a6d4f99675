import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Flame from 'lucide-react/icons/flame';
import Shield from 'lucide-react/icons/shield';
import Wrench from 'lucide-react/icons/wrench';
import type { ReactNode } from 'react';
import { benefits } from './about-texts.ts';

const icons = [Wrench, CalendarHeart, Shield, Flame];

/** Four reasons to hold LIST, then the market figures; `market` is passed in by the route. */
export function WhyList({ market }: { market: ReactNode }) {
  return (
    <section id="why-list" aria-labelledby="why-list-title" className="grid gap-10">
      <h2 id="why-list-title" className="text-3xl text-snow">
        Why LIST?
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {benefits.map(({ title, text }, index) => {
          const Icon = icons[index] ?? Flame;
          return (
            <article
              key={title}
              className="grid content-start gap-3 rounded-lg border border-pine-500 bg-pine-900 p-6"
            >
              <Icon aria-hidden="true" className="size-8 text-gold-300" />
              <h3 className="display text-2xl text-snow">{title}</h3>
              <p className="text-snow-dim">{text}</p>
            </article>
          );
        })}
      </div>
      {market}
      <p className="max-w-prose text-snow-dim">
        Everything here is a joke, a plan or a bit of division. It's not financial advice, and it doesn't
        promise that a price will rise.
      </p>
    </section>
  );
}
