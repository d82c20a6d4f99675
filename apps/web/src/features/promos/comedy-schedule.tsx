import { useId } from 'react';
import type { Act } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type ComedyScheduleProps = { title: string; intro: string; acts: readonly Act[] };

/** A weekly schedule in the style of a theatre programme. */
export function ComedySchedule({ title, intro, acts }: ComedyScheduleProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <div className="paper rounded-lg shadow-page">
        <dl className="ledger-margin py-4 pr-4 pl-8 sm:py-8 sm:pr-8 sm:pl-12">
          {acts.map(({ time, act, note }) => (
            <div
              key={time}
              className="grid gap-x-6 gap-y-1 border-b border-parchment-300 py-4 last:border-0 sm:grid-cols-[8rem_1fr]"
            >
              <dt className="text-lg font-bold text-cranberry-700">{time}</dt>
              <dd className="grid gap-1">
                <span className="display text-2xl">{act}</span>
                <span className="text-lg text-ink-700">{note}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
