import { classes } from '../lib/classes.ts';

type DrawingProps = { className: string };

/** A lit candle in a brass holder. */
export const Candle = ({ className }: DrawingProps) => (
  <img
    src="/art/scenes/candle.svg"
    alt=""
    width={160}
    height={258}
    className={classes('w-auto', className)}
  />
);

/** A sprig of holly. */
export const Holly = ({ className }: DrawingProps) => (
  <img
    src="/art/scenes/holly.svg"
    alt=""
    width={120}
    height={70}
    loading="lazy"
    className={classes('w-auto', className)}
  />
);

/** The logo: a sealed scroll with a sprig of holly. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <rect x="10" y="7" width="28" height="34" className="fill-parchment-100" />
      <rect x="5" y="4" width="38" height="9" rx="4.5" className="fill-parchment-200" />
      <rect x="5" y="35" width="38" height="9" rx="4.5" className="fill-parchment-300" />
      <path d="M15 19h18M15 24.5h12" strokeWidth="2.2" strokeLinecap="round" className="stroke-ink-700" />
      <circle cx="33" cy="32" r="9" className="fill-cranberry-600" />
      <circle cx="33" cy="32" r="5.5" fill="none" strokeWidth="1.4" className="stroke-cranberry-300" />
      <path d="M14 10C8 8 4 3 5 0c6 0 10 4 9 10zm1 0c0-6 5-10 10-9 0 5-4 9-10 9z" className="fill-pine-500" />
      <circle cx="14.5" cy="10.5" r="3" className="fill-cranberry-500" />
    </svg>
  );
}

/** The X logo; the icon set has no brand marks. */
export function XIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M4 4h4.5l11.5 16h-4.5z" strokeWidth="2" strokeLinejoin="round" />
      <path d="M19.5 4l-6.2 7M10.5 13.5L4.5 20" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** A pen flourish with a holly berry, for use below a heading. */
export function Flourish({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 28" className={className} aria-hidden="true" fill="none">
      <path
        d="M4 15c30-14 58-12 78-2 14 7 26 8 38 1M276 15c-30-14-58-12-78-2-14 7-26 8-38 1M60 9c-8 9-24 12-34 6M220 9c8 9 24 12 34 6"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        className="fill-pine-500"
        d="M138 13c-8 6-17 5-22 0 5-6 15-6 22 0zm4 0c8 6 17 5 22 0-5-6-15-6-22 0z"
      />
      <circle cx="140" cy="12" r="4.5" className="fill-cranberry-500" />
      <circle cx="135" cy="19" r="4" className="fill-cranberry-600" />
      <circle cx="145" cy="19" r="4" className="fill-cranberry-600" />
    </svg>
  );
}

type FigureInGlowProps = { src: string; className?: string };

/** A decorative figure in candlelight, without alternative text. */
export function FigureInGlow({ src, className }: FigureInGlowProps) {
  return (
    <div className={classes('candle-glow mx-auto w-56 md:w-full md:max-w-96', className)}>
      <img src={src} alt="" width={512} height={512} className="h-auto w-full" />
    </div>
  );
}
