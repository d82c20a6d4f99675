import { classes } from '../lib/classes.ts';

type WaxSealProps = { letter: string; tone?: 'cranberry' | 'pine' | 'gold' | 'ash'; className?: string };

const tones = {
  cranberry: {
    wax: 'fill-cranberry-600',
    rim: 'fill-cranberry-700',
    mark: 'fill-cranberry-300 stroke-cranberry-300',
  },
  pine: { wax: 'fill-pine-500', rim: 'fill-pine-700', mark: 'fill-pine-300 stroke-pine-300' },
  ash: { wax: 'fill-ash-500', rim: 'fill-ash-700', mark: 'fill-ash-300 stroke-ash-300' },
  gold: { wax: 'fill-gold-400', rim: 'fill-gold-600', mark: 'fill-ink-900 stroke-ink-900' },
};

/** Outlines in a square of 64. */
export const sealShape = {
  rim: 'M32 2c7 0 8 4 13 6s10 1 13 7-1 9 0 15 4 9 1 15-8 4-12 8-5 9-12 9-8-4-14-5-11 1-15-5 1-9-1-15-5-9-2-15 8-4 12-8S25 2 32 2z',
  wax: 'M32 5c6 0 7 3.5 11 5s9 1 12 6-1 8 0 14 3 8 1 13-7 4-11 7.5-5 8-11 8-7-3.5-12-4.5-10 1-13-4 1-8-1-14-4-8-1.5-13S13.5 19 17 15.5 26 5 32 5z',
} as const;

/** A wax seal with a letter. */
export function WaxSeal({ letter, tone = 'cranberry', className }: WaxSealProps) {
  const { wax, rim, mark } = tones[tone];
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      <path className={rim} d={sealShape.rim} />
      <path className={wax} d={sealShape.wax} />
      <circle
        cx="32"
        cy="32"
        r="18"
        fill="none"
        strokeWidth="1.5"
        className={classes(mark, 'fill-transparent')}
      />
      <text
        x="32"
        y="40"
        textAnchor="middle"
        strokeWidth="0"
        fontSize="24"
        className={classes('font-display', mark)}
      >
        {letter}
      </text>
    </svg>
  );
}

/** A seal broken in two, for an accusation that does not hold. */
export function BrokenSeal({ letter, className }: { letter: string; className?: string }) {
  return (
    <span aria-hidden="true" className={classes('relative block', className)}>
      <WaxSeal
        letter={letter}
        tone="ash"
        className="absolute inset-0 size-full -translate-x-1 -rotate-6 [clip-path:polygon(0_0,56%_0,46%_28%,58%_52%,44%_74%,52%_100%,0_100%)]"
      />
      <WaxSeal
        letter={letter}
        tone="ash"
        className="absolute inset-0 size-full translate-x-1 rotate-6 [clip-path:polygon(56%_0,100%_0,100%_100%,52%_100%,44%_74%,58%_52%,46%_28%)]"
      />
    </span>
  );
}
