import { usePageHead } from '../../lib/page-head.ts';
import { AllocationCards } from './allocation-cards.tsx';
import { Closing } from './closing.tsx';
import { ComedySchedule } from './comedy-schedule.tsx';
import { LargeFigures } from './large-figures.tsx';
import { Players } from './players.tsx';
import type { Promo, PromoSection } from './promo.ts';
import { PromoHero } from './promo-hero.tsx';
import { Ranking } from './ranking.tsx';
import { TextCards } from './text-cards.tsx';

/** A promotional page, rendered from its content file. */
export function PromoPage({ promo }: { promo: Promo }) {
  usePageHead(promo.head);
  return (
    <div className="mx-auto grid max-w-page gap-16 pb-20">
      <PromoHero promo={promo} />
      {promo.sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
      <Closing promo={promo} />
    </div>
  );
}

function Section({ section }: { section: PromoSection }) {
  switch (section.kind) {
    case 'texts':
      return <TextCards {...section} />;
    case 'ranking':
      return <Ranking {...section} />;
    case 'players':
      return <Players {...section} />;
    case 'schedule':
      return <ComedySchedule {...section} />;
    case 'allocations':
      return <AllocationCards {...section} />;
    case 'roi':
    case 'metrics':
      return <LargeFigures {...section} />;
  }
}
