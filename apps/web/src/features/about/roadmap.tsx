import type { roadmapSteps } from '@naughty-list/contracts/site-info';
import Check from 'lucide-react/icons/check';
import Hammer from 'lucide-react/icons/hammer';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useSiteInfo } from '../../lib/site-settings.ts';
import { FigureInGlow } from '../../ui/drawings.tsx';

type RoadmapEntry = { when: (typeof roadmapSteps)[number]; text: string };

const roadmap: readonly RoadmapEntry[] = [
  {
    when: '2024 Launch',
    text: 'Santa finds a block explorer, mistakes it for a ledger, and is right. LIST goes on chain.',
  },
  {
    when: '2025 Q1 & Q2',
    text: 'The Naughty List opens. First reports, first jokes, first villain to ask who gave us permission.',
  },
  {
    when: '2025 Q3',
    text: 'Appeals are free, burning buys silence, the Nice List gets its first page, and the Secret Sausage Society elects a chairman.',
  },
  {
    when: '2025 Q4',
    text: 'Quicker search, stricter checks on every burn, better hats. The elves have asked for more cocoa.',
  },
  {
    when: '2026 & Beyond',
    text: 'A longer ledger, more eyes on it, and jokes in more languages. Plans, mind you: even Santa checks the weather first.',
  },
];

const CURRENT_STEP = '2025 Q4';

const states = {
  done: {
    label: 'Done',
    Icon: Check,
    mark: 'bg-pine-700 border-pine-300 text-pine-300',
    chip: 'text-pine-300',
  },
  current: {
    label: 'On the workbench now',
    Icon: Hammer,
    mark: 'bg-gold-400 border-gold-200 text-ink-900',
    chip: 'text-gold-300',
  },
  planned: {
    label: 'Planned',
    Icon: Star,
    mark: 'bg-night-800 border-night-400 text-snow-dim',
    chip: 'text-snow-dim',
  },
} as const;

/** Token details and the roadmap. `address` is passed in by the route. */
export function Roadmap({ address }: { address: ReactNode }) {
  const currentStep = useSiteInfo()?.roadmapNow ?? CURRENT_STEP;
  const now = roadmap.findIndex(({ when }) => when === currentStep);
  return (
    <section
      id="roadmap"
      aria-labelledby="roadmap-title"
      className="grid gap-10 rounded-lg border border-gold-600 bg-night-900 p-5 sm:p-8 md:p-12 lg:grid-cols-2 lg:gap-16"
    >
      <div id="token" className="grid min-w-0 content-start gap-4">
        <h2 id="roadmap-title" className="text-3xl text-gold-300">
          Buy $LIST Token
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          This is the one true address. Copy it here, paste it into your wallet, and compare every letter
          before you sign. There's a fake Santa in every mall.
        </p>
        {address}
        <FigureInGlow src="/art/helpers/helper-2-reindeer.svg" className="mt-8 hidden lg:block" />
      </div>
      <div className="grid gap-6">
        <h3 className="display text-2xl text-snow">Where the sleigh is heading</h3>
        <ol className="grid">
          {roadmap.map((entry, index) => (
            <Step
              key={entry.when}
              entry={entry}
              state={index < now ? 'done' : index === now ? 'current' : 'planned'}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

type StepProps = { entry: RoadmapEntry; state: keyof typeof states };

function Step({ entry: { when, text }, state }: StepProps) {
  const { label, Icon, mark, chip } = states[state];
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="group grid grid-cols-[auto_1fr] gap-x-4 sm:gap-x-6"
    >
      <div className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={classes('grid size-11 place-items-center rounded-lg border-2', mark)}>
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <span className="w-0.5 bg-night-600 group-last:hidden" />
      </div>
      <div className="grid gap-1 pt-1.5 pb-8 group-last:pb-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="figures text-xl text-snow">{when}</strong>
          <span className={classes('font-bold', chip)}>{label}</span>
        </p>
        <p className="max-w-prose text-lg text-snow-dim">{text}</p>
      </div>
    </li>
  );
}
