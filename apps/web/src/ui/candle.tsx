import { useId } from 'react';
import { classes } from '../lib/classes.ts';

/** A lit candle in a brass holder. */
export function Candle({ className }: { className?: string }) {
  const glow = useId();
  return (
    <svg viewBox="0 0 160 240" className={classes('overflow-visible', className)} aria-hidden="true">
      <defs>
        <radialGradient id={glow}>
          <stop offset="0" stopColor="var(--color-gold-300)" stopOpacity="0.7" />
          <stop offset="1" stopColor="var(--color-gold-300)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="80" cy="62" r="80" fill={`url(#${glow})`} />
      <path d="M52 204V108c0-8 56-8 56 0v96z" className="fill-parchment-100" />
      <path d="M92 204V104c10 1 16 2 16 4v96z" className="fill-parchment-300" />
      <path
        d="M52 108c0 14 8 8 8 26 0 10 8 10 8 0 0-14 6-14 6-4s8 12 8 0c0-16 26-6 26-22 0-8-56-8-56 0z"
        className="fill-parchment-50"
      />
      <path d="M80 104V86" strokeWidth="3" strokeLinecap="round" className="stroke-ink-900" />
      <path
        d="M80 26c12 20 18 30 14 42-3 9-9 14-14 22-5-8-11-13-14-22-4-12 2-22 14-42z"
        className="fill-gold-400"
      />
      <path d="M80 50c6 11 9 17 7 24-2 6-5 8-7 12-2-4-5-6-7-12-2-7 1-13 7-24z" className="fill-gold-200" />
      <ellipse cx="80" cy="208" rx="66" ry="15" className="fill-gold-600" />
      <ellipse cx="80" cy="203" rx="66" ry="14" className="fill-gold-400" />
      <ellipse cx="80" cy="202" rx="40" ry="8" className="fill-gold-600" />
      <path d="M52 200c0 7 56 7 56 0" className="fill-parchment-200" />
    </svg>
  );
}
