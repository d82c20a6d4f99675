import { useId } from 'react';
import { WaxSeal } from '../../ui/wax-seal.tsx';
import type { RankedToken } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type RankingProps = { title: string; intro: string; tokens: readonly RankedToken[] };

/** Ranked holiday tokens; LIST is the first. */
export function Ranking({ title, intro, tokens }: RankingProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <ol className="paper rounded-lg p-4 shadow-page sm:p-8">
        {tokens.map(({ name, verdict }, index) => (
          <li
            key={name}
            className="grid grid-cols-[4rem_1fr] items-center gap-4 border-b border-parchment-300 py-4 last:border-0 sm:grid-cols-[5rem_1fr] sm:gap-6"
          >
            <WaxSeal
              letter={String(index + 1)}
              tone={index === 0 ? 'gold' : 'cranberry'}
              className={index === 0 ? 'size-16 sm:size-20' : 'size-12 justify-self-center sm:size-16'}
            />
            <div className="grid gap-1">
              <h3 className="display text-2xl">{name}</h3>
              <p className="max-w-prose text-lg text-ink-700">{verdict}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
