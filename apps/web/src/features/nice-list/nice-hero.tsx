import { useId } from 'react';
import { classes } from '../../lib/classes.ts';

/** Kept short on a phone, since the list comes first. */
export function NiceHero() {
  return (
    <section
      aria-labelledby="nice-hero-title"
      className="relative grid items-center gap-8 pt-4 pb-5 md:grid-cols-[1.25fr_1fr] md:pt-8 md:pb-6"
    >
      <div className="relative z-10 grid gap-3 md:gap-5">
        <h1 id="nice-hero-title" className="text-4xl text-snow">
          Good deeds glow. <span className="block text-gold-300 md:inline">Write them down.</span>
        </h1>
        <p className="max-w-prose pr-24 text-lg text-pretty text-snow-dim md:pr-0 md:text-xl">
          The naughty get the headlines. The nice get this page.{' '}
          <span className="hidden sm:inline">
            Praise somebody who warned you, taught you or gave it all back, and make their day.
          </span>
        </p>
        <p className="hidden text-lg text-snow-dim md:block">— Santa, who likes these best</p>
      </div>
      <Wreath className="absolute top-5 right-0 h-22 md:hidden" />
      <Wreath className="hidden max-h-96 w-full md:block" />
    </section>
  );
}

const LEAF =
  'M0 0c4-6 10-6 12-12 6 2 8-2 14-2 1 6 8 7 10 13 6 2 8 6 12 8-6 2-6 8-12 9-4 4-9 1-14 5-5-4-11-1-13-7C5 13 2 7 0 0z';

/** The ring's leaves: `rotate` in degrees, distance from the middle line, and direction. */
const leaves = Array.from({ length: 60 }, (_, index) => ({
  angle: index * 6,
  out: [-13, 9, -2][index % 3] ?? 0,
  lean: [-38, 24, 78][index % 3] ?? 0,
  tone: ['fill-pine-700', 'fill-pine-500', 'fill-pine-900'][(index * 2) % 3],
}));
const berries = Array.from({ length: 11 }, (_, index) => ({
  angle: 20 + index * 32,
  out: (index % 2) * 18 - 8,
}));

/** A holly wreath with a bow and a candle. */
function Wreath({ className }: { className?: string }) {
  const glow = useId();
  return (
    <svg viewBox="0 0 420 440" className={classes('overflow-visible', className)} aria-hidden="true">
      <defs>
        <radialGradient id={glow}>
          <stop offset="0" stopColor="var(--color-gold-300)" stopOpacity="0.6" />
          <stop offset="0.5" stopColor="var(--color-gold-400)" stopOpacity="0.18" />
          <stop offset="1" stopColor="var(--color-gold-400)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="210" cy="190" r="215" fill={`url(#${glow})`} />
      <CandleInside />
      <circle cx="210" cy="210" r="150" fill="none" strokeWidth="40" className="stroke-pine-900" />
      {leaves.map(({ angle, out, lean, tone }) => (
        <path
          key={angle}
          d={LEAF}
          transform={`rotate(${angle} 210 210) translate(210 ${56 + out}) rotate(${lean}) scale(1.4)`}
          className={tone}
        />
      ))}
      {berries.map(({ angle, out }) => (
        <g key={angle} transform={`rotate(${angle} 210 210) translate(210 ${62 + out})`}>
          <circle cx="-8" cy="3" r="8" className="fill-cranberry-600" />
          <circle cx="7" cy="6" r="7.5" className="fill-cranberry-500" />
          <circle cx="1" cy="-7" r="7" className="fill-cranberry-500" />
          <circle cx="-1" cy="-9" r="2" className="fill-cranberry-300" />
          <circle cx="5" cy="3.5" r="2" className="fill-cranberry-300" />
        </g>
      ))}
      <Bow />
    </svg>
  );
}

function CandleInside() {
  return (
    <g>
      <path d="M184 300V190c0-8 52-8 52 0v110z" className="fill-parchment-100" />
      <path d="M220 300V185c10 1 16 3 16 5v110z" className="fill-parchment-300" />
      <path
        d="M184 190c0 14 8 8 8 26 0 10 8 10 8 0 0-14 6-14 6-4s8 12 8 0c0-16 22-6 22-22 0-8-52-8-52 0z"
        className="fill-parchment-50"
      />
      <path d="M210 186v-17" strokeWidth="3" strokeLinecap="round" className="stroke-ink-900" />
      <path
        d="M210 106c13 20 19 31 14 44-3 9-9 13-14 22-5-9-11-13-14-22-5-13 1-24 14-44z"
        className="fill-gold-400"
      />
      <path d="M210 132c6 10 9 17 7 24-2 6-5 8-7 12-2-4-5-6-7-12-2-7 1-14 7-24z" className="fill-gold-200" />
      <ellipse cx="210" cy="308" rx="62" ry="14" className="fill-gold-600" />
      <ellipse cx="210" cy="303" rx="62" ry="13" className="fill-gold-400" />
      <path d="M184 300c0 7 52 7 52 0" className="fill-parchment-200" />
    </g>
  );
}

function Bow() {
  return (
    <g transform="translate(210 364)">
      <path
        d="M-6 6c-12 24-30 40-52 58l14 2 6 14c20-20 34-40 40-66zM6 6c12 24 30 40 52 58l-14 2-6 14C18 60 4 40-2 14z"
        className="fill-cranberry-700"
      />
      <path
        d="M0 0c-16-30-60-40-78-22-12 14-8 40 8 46 24 8 54-2 70-24zM0 0c16-30 60-40 78-22 12 14 8 40-8 46C46 32 16 22 0 0z"
        className="fill-cranberry-500"
      />
      <path
        d="M-14-2c-14-12-32-18-46-12-6 6-6 16 0 22 16 4 34 0 46-10zM14-2c14-12 32-18 46-12 6 6 6 16 0 22-16 4-34 0-46-10z"
        className="fill-cranberry-700"
      />
      <rect x="-15" y="-15" width="30" height="32" rx="9" className="fill-cranberry-600" />
      <path
        d="M-7-8c4-3 10-3 14 0"
        strokeWidth="3"
        strokeLinecap="round"
        fill="none"
        className="stroke-cranberry-300"
      />
    </g>
  );
}
