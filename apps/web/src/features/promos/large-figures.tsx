import { useId } from 'react';
import { classes } from '../../lib/classes.ts';
import type { Figure } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type LargeFiguresProps = {
  kind: 'roi' | 'metrics';
  title: string;
  intro: string;
  figures: readonly Figure[];
};

/** Large figures with a note each. */
export function LargeFigures({ kind, title, intro, figures }: LargeFiguresProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <dl
        className={classes(
          'grid gap-4 sm:gap-6',
          kind === 'roi' ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4',
        )}
      >
        {figures.map(({ value, label, note }) => (
          <div
            key={label}
            className="grid content-start gap-2 rounded-lg border border-gold-600 bg-night-900 p-6 text-center"
          >
            <dt className="order-2 text-lg font-bold text-snow">{label}</dt>
            <dd className="figures order-1 text-3xl font-bold text-gold-300">{value}</dd>
            <dd className="order-3 text-snow-dim">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
