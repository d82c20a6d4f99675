import { useId } from 'react';
import type { TextCard } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type TextCardsProps = { title: string; cards: readonly TextCard[] };

/** Long texts, each on a parchment card; two per row on a wide screen. */
export function TextCards({ title, cards }: TextCardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} />
      <div className="grid gap-6 md:grid-cols-2">
        {cards.map((card) => (
          <article
            key={card.title}
            className="paper grid content-start gap-3 rounded-lg p-6 shadow-card sm:p-8 md:last:odd:col-span-2"
          >
            <h3 className="display text-2xl text-cranberry-700">{card.title}</h3>
            {card.paragraphs.map((paragraph) => (
              <p key={paragraph} className="max-w-prose text-lg text-pretty">
                {paragraph}
              </p>
            ))}
          </article>
        ))}
      </div>
    </section>
  );
}
