import { classes } from '../lib/classes.ts';

type FigureInGlowProps = { src: string; className?: string };

/** A decorative figure in candlelight, without alternative text. */
export function FigureInGlow({ src, className }: FigureInGlowProps) {
  return (
    <div className={classes('candle-glow mx-auto w-56 md:w-full md:max-w-96', className)}>
      <img src={src} alt="" width={512} height={512} className="h-auto w-full" />
    </div>
  );
}
