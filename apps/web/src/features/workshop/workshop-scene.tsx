import { useId } from 'react';

/** Drawing: the ledger on Santa's desk by candlelight, under a snowy window. */
export function WorkshopScene() {
  const id = useId();
  const url = (name: string) => `url(#${id}${name})`;
  return (
    <svg viewBox="0 0 600 440" className="w-full overflow-visible" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor="var(--color-gold-300)" stopOpacity="0.62" />
          <stop offset="0.45" stopColor="var(--color-gold-400)" stopOpacity="0.2" />
          <stop offset="1" stopColor="var(--color-gold-400)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}left`} x1="0" x2="1">
          <stop offset="0" stopColor="var(--color-parchment-200)" />
          <stop offset="0.7" stopColor="var(--color-parchment-50)" />
          <stop offset="1" stopColor="var(--color-parchment-300)" />
        </linearGradient>
        <linearGradient id={`${id}right`} x1="0" x2="1">
          <stop offset="0" stopColor="var(--color-parchment-300)" />
          <stop offset="0.25" stopColor="var(--color-parchment-50)" />
          <stop offset="1" stopColor="var(--color-parchment-200)" />
        </linearGradient>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-night-700)" />
          <stop offset="1" stopColor="var(--color-night-600)" />
        </linearGradient>
        <clipPath id={`${id}pane`}>
          <path d="M70 250V120c0-120 190-120 190 0v130z" />
        </clipPath>
      </defs>
      <Window clip={url('pane')} sky={url('sky')} />
      <circle cx="478" cy="128" r="250" fill={url('glow')} />
      <ellipse cx="300" cy="404" rx="296" ry="32" className="fill-ink-900" />
      <ellipse cx="300" cy="398" rx="288" ry="28" className="fill-ink-700" />
      <StandingCandle />
      <Book left={url('left')} right={url('right')} />
      <Inkwell />
    </svg>
  );
}

function Window({ clip, sky }: { clip: string; sky: string }) {
  return (
    <g>
      <g clipPath={clip}>
        <rect x="60" y="20" width="210" height="240" fill={sky} />
        <circle cx="208" cy="92" r="24" className="fill-parchment-100" />
        <circle cx="198" cy="87" r="22" className="fill-night-700" />
        <path d="M60 232c40-26 70-22 104-8s70 4 106-14v60H60z" className="fill-snow-dim" />
        <path d="M100 226l18-52 18 52zM104 206l14-44 14 44z" className="fill-pine-900" />
        <path d="M140 232l24-72 24 72zM146 204l18-58 18 58z" className="fill-pine-700" />
        <path d="M214 222l16-46 16 46z" className="fill-pine-900" />
        <path d="M158 164l6-18 6 18-6-4zM113 176l5-14 5 14-5-3z" className="fill-snow" />
        <g className="fill-snow">
          <circle cx="92" cy="92" r="2.5" />
          <circle cx="118" cy="126" r="2" />
          <circle cx="150" cy="70" r="2.5" />
          <circle cx="178" cy="118" r="2" />
          <circle cx="236" cy="140" r="2.5" />
          <circle cx="86" cy="160" r="2" />
          <circle cx="200" cy="164" r="2" />
        </g>
      </g>
      <path
        d="M70 250V120c0-120 190-120 190 0v130zM165 31v219M70 146h190"
        fill="none"
        strokeWidth="9"
        className="stroke-ink-700"
      />
      <path
        d="M78 241v-14c10-10 22-8 32 2 12-6 24-2 30 8 8 2 14 4 20 4zM170 241c10-12 26-12 38-4 12-12 32-10 44-2v6z"
        className="fill-snow"
      />
      <rect x="52" y="246" width="226" height="14" rx="4" className="fill-ink-700" />
      <path d="M56 246c8-9 30-5 44-6 20-2 40 4 62 0s60 0 76-2 26 2 34 8z" className="fill-snow" />
    </g>
  );
}

function Inkwell() {
  return (
    <g transform="translate(-52 80)">
      <path d="M96 306c70-40 110-120 118-232-46 46-84 104-108 176z" className="fill-snow-dim" />
      <path
        d="M214 74c-14 80-52 160-112 222"
        strokeWidth="2.5"
        fill="none"
        className="stroke-parchment-400"
      />
      <path
        d="M132 246l26-8M146 214l28-12M160 182l28-16M174 148l24-16M120 268l22-4"
        strokeWidth="2"
        className="stroke-night-400"
      />
      <path d="M58 318c0-22 14-26 16-34h44c2 8 16 12 16 34 0 30-76 30-76 0z" className="fill-night-900" />
      <path
        d="M66 316c0-14 8-18 12-24"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
        className="stroke-night-600"
      />
      <rect x="70" y="274" width="52" height="13" rx="5" className="fill-gold-600" />
      <ellipse cx="96" cy="276" rx="24" ry="5" className="fill-ink-900" />
    </g>
  );
}

function StandingCandle() {
  return (
    <g>
      <path d="M450 316V186c0-9 56-9 56 0v130z" className="fill-parchment-100" />
      <path d="M488 316V181c12 1 18 3 18 5v130z" className="fill-parchment-300" />
      <path
        d="M450 186c0 15 8 8 8 30 0 11 8 11 8 0 0-16 7-16 7-5s8 14 8 1c0-18 25-6 25-26 0-9-56-9-56 0z"
        className="fill-parchment-50"
      />
      <path d="M478 182v-18" strokeWidth="3.5" strokeLinecap="round" className="stroke-ink-900" />
      <path
        d="M478 92c14 22 21 34 16 48-3 10-10 15-16 25-6-10-13-15-16-25-5-14 2-26 16-48z"
        className="fill-gold-400"
      />
      <path
        d="M478 120c7 12 10 19 8 27-2 7-6 10-8 15-2-5-6-8-8-15-2-8 1-15 8-27z"
        className="fill-gold-200"
      />
      <ellipse cx="478" cy="328" rx="68" ry="15" className="fill-gold-600" />
      <ellipse cx="478" cy="322" rx="68" ry="14" className="fill-gold-400" />
      <ellipse cx="478" cy="319" rx="42" ry="8" className="fill-gold-600" />
      <path d="M450 314c0 9 56 9 56 0" className="fill-parchment-200" />
      <path d="M544 318c34-10 40 24 6 20" fill="none" strokeWidth="8" className="stroke-gold-600" />
    </g>
  );
}

function Book({ left, right }: { left: string; right: string }) {
  return (
    <g>
      <path
        d="M64 300C150 274 250 280 300 308c50-28 150-34 236-8l24 116c-90-20-200-16-244 10h-32c-44-26-154-30-244-10z"
        className="fill-cranberry-900"
      />
      <path
        d="M72 300C155 274 252 280 300 310c48-30 145-36 228-10l24 104c-88-20-200-14-240 14h-24c-40-28-152-34-240-14z"
        className="fill-parchment-400"
      />
      <path d="M76 296c80-25 176-18 224 12v104c-40-30-150-36-246-14z" fill={left} />
      <path d="M524 296c-80-25-176-18-224 12v104c40-30 150-36 246-14z" fill={right} />
      <path d="M300 308v104" strokeWidth="2" className="stroke-parchment-400" />
      <g className="font-display" fontSize="26">
        <text x="128" y="316" transform="skewY(2)" className="fill-cranberry-600" textAnchor="start" dy="-8">
          Naughty
        </text>
        <text x="382" y="328" transform="skewY(-2)" className="fill-pine-700" dy="4">
          Nice
        </text>
      </g>
      <g fill="none" strokeWidth="3" strokeLinecap="round" className="stroke-ink-700">
        <path d="M104 334c10-4 14 3 24 0s16-3 26 0 20-2 32 1M210 336c10 1 20 4 32 5" />
        <path d="M100 354c12-4 18 2 28-1s22-3 34 0 18 0 26 2M208 356c12 1 22 4 36 7" />
        <path d="M96 374c10-3 20 2 32 0s22-3 32-1 22 1 34 3" />
        <path d="M352 344c12-3 22-4 34-5s20 2 34-1 26-2 40 0" />
        <path d="M350 364c12-3 20-3 32-4s24 2 36 0 26-1 38 0M476 359c8 0 14 0 22 2" />
        <path d="M350 384c12-3 22-4 36-5s24 1 36 0" />
      </g>
      <path
        d="M96 353c36-8 96-7 152 9"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
        className="stroke-cranberry-500"
      />
      <path d="M292 408h17v34l-8.5-8-8.5 8z" className="fill-cranberry-500" />
      <circle cx="466" cy="386" r="17" className="fill-cranberry-600" />
      <circle cx="466" cy="386" r="10" fill="none" strokeWidth="1.5" className="stroke-cranberry-300" />
    </g>
  );
}
