import { useId } from 'react';
import type { Allocation } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type AllocationCardsProps = { title: string; intro: string; allocations: readonly Allocation[] };

/** Allocations of a fictional portfolio. */
export function AllocationCards({ title, intro, allocations }: AllocationCardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <div className="grid gap-6 md:grid-cols-3">
        {allocations.map(({ name, range, text }) => (
          <article
            key={name}
            className="grid content-start gap-3 rounded-lg border border-pine-500 bg-pine-900 p-6"
          >
            <p className="figures text-3xl font-bold text-gold-300">{range}</p>
            <h3 className="display text-2xl text-snow">{name}</h3>
            <p className="text-lg text-snow-dim">{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
