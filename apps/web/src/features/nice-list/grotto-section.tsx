import { type ReactNode, useId } from 'react';

/** Teaser of the Nice List; `link` is passed in by the route. */
export function GrottoSection({ link }: { link: ReactNode }) {
  return (
    <section
      aria-labelledby="grotto-title"
      className="relative grid items-end gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 md:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-4 p-6 md:p-12">
        <h2 id="grotto-title" className="text-3xl text-snow">
          Santa's Grotto
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          Mind the icicles. In here you'll find out what LIST is for, where the sleigh is heading, and why
          being nice needs a burn mechanism.
        </p>
        <div>{link}</div>
      </div>
      <GrottoScene />
    </section>
  );
}

/** A snow cave at night with a lantern and presents. */
function GrottoScene() {
  const id = useId();
  return (
    <svg viewBox="0 0 460 300" className="w-full md:w-115" aria-hidden="true">
      <defs>
        <radialGradient id={id} cx="0.5" cy="0.75" r="0.7">
          <stop offset="0" stopColor="var(--color-gold-300)" />
          <stop offset="0.35" stopColor="var(--color-gold-600)" />
          <stop offset="1" stopColor="var(--color-ink-900)" />
        </radialGradient>
      </defs>
      <path d="M30 262l34-96 34 96zM40 214l24-74 24 74z" className="fill-pine-700" />
      <path d="M386 262l30-84 30 84zM394 220l22-66 22 66z" className="fill-pine-700" />
      <path d="M64 140l9 28-9-6-9 6zM416 154l8 25-8-5-8 5z" className="fill-snow" />
      <path d="M60 300c-4-96 44-206 170-214 124-8 186 104 182 214z" className="fill-snow-dim" />
      <path
        d="M84 214c14-70 66-122 146-126 84-4 134 48 152 116-22-10-34 6-52-10-18 14-30-10-50-2-16 6-26-14-44-6-18-10-30 12-50 4-20 14-34-2-50 12-18-6-34 8-52 12z"
        className="fill-snow"
      />
      <path d="M150 300c0-84 22-140 84-140s86 56 86 140z" fill={`url(#${id})`} />
      <path
        d="M170 206l6 22 7-30 8 16 8-36 9 20 8-32 9 22 10-30 9 28 9-20 8 32 9-16 8 30 7-14 5 24c-10-50-30-76-60-76s-52 30-60 80z"
        className="fill-snow"
      />
      <path d="M236 176v30" strokeWidth="3" className="stroke-ink-900" />
      <path d="M222 212h28l6 40h-40z" className="fill-gold-200" />
      <path
        d="M218 206h36l-6-10h-24zM214 252h44v8h-44zM236 212v40M226 212l-4 40M246 212l4 40"
        strokeWidth="2.5"
        className="fill-ink-900 stroke-ink-900"
      />
      <path d="M236 224c6 9 8 14 5 19-2 4-8 4-10 0-3-5-1-10 5-19z" className="fill-gold-400" />
      {/* Starts at zero height, where the card continues. */}
      <path d="M0 300c46-2 62-20 96-22 26-2 44 0 62 2h160c50-10 96-14 142 2v18z" className="fill-snow" />
      <Present x={92} y={232} wide={54} tall={52} paper="fill-cranberry-600" ribbon="fill-gold-300" />
      <Present x={322} y={222} wide={66} tall={62} paper="fill-pine-500" ribbon="fill-cranberry-500" />
      <Present x={284} y={252} wide={40} tall={32} paper="fill-gold-400" ribbon="fill-pine-700" />
    </svg>
  );
}

type PresentProps = { x: number; y: number; wide: number; tall: number; paper: string; ribbon: string };

function Present({ x, y, wide, tall, paper, ribbon }: PresentProps) {
  const middle = wide / 2;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={wide} height={tall} rx="3" className={paper} />
      <rect x={middle - 5} width="10" height={tall} className={ribbon} />
      <rect x="-3" y="-2" width={wide + 6} height="13" rx="3" className={paper} />
      <rect x={middle - 5} y="-2" width="10" height="13" className={ribbon} />
      <path
        transform={`translate(${middle} -2)`}
        d="M0 0c-4-14-20-18-22-8-1 7 12 9 22 8zM0 0c4-14 20-18 22-8 1 7-12 9-22 8z"
        className={ribbon}
      />
    </g>
  );
}
