import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useInView } from '../../lib/use-in-view.ts';

/** The decorative loops of the cards (specification, section 9). */
export const LOOP_COUNT = 38;

/** Added to a report's id in the removal panel, so that a card never shows the same loop twice. */
export const REMOVAL_LOOP_OFFSET = 15;

/** Index of a report's loop: its id modulo 38, advanced by `missing` for loops that failed to load. */
export function loopIndex(id: number, missing = 0): number {
  return (id + missing) % LOOP_COUNT;
}

/** Path of a loop's files, without `.webm`, `.mp4` or `.jpg`. */
export function loopFile(index: number): string {
  return `/art/loops/loop-${String(index).padStart(2, '0')}`;
}

type LoopVideoProps = { id: number; className?: string };

/**
 * A silent looping video: loads and plays only in view, paused under reduced motion. A loop that fails to load is
 * replaced by the next; if none loads, nothing is shown.
 */
export function LoopVideo({ id, className }: LoopVideoProps) {
  const [failures, setFailures] = useState(0);
  const [isStopped, setIsStopped] = useState(false);
  const [prefersStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const frame = useRef<HTMLDivElement>(null);
  const isInView = useInView(frame);
  const [wasInView, setWasInView] = useState(false);
  if (isInView && !wasInView) setWasInView(true);

  const file = loopFile(loopIndex(id, failures));
  const isMoving = isInView && !isStopped && !prefersStill;
  const skip = () => setFailures((count) => count + 1);
  const frameClasses = classes(
    'relative aspect-video w-full overflow-hidden rounded-sm border border-parchment-400 bg-night-800',
    className,
  );
  if (failures >= LOOP_COUNT) return <div className={frameClasses} />;
  return (
    <div ref={frame} className={frameClasses}>
      {wasInView && prefersStill && (
        <img src={`${file}.jpg`} onError={skip} alt="" width={480} height={270} className="size-full" />
      )}
      {wasInView && !prefersStill && (
        <>
          <div aria-hidden="true" className="size-full">
            <MovingLoop key={file} file={file} isMoving={isMoving} onFailed={skip} />
          </div>
          <button
            type="button"
            onClick={() => setIsStopped(!isStopped)}
            aria-label={isStopped ? 'Play the animation' : 'Stop the animation'}
            className="absolute right-1 bottom-1 grid size-11 place-items-center rounded-sm bg-night-950/70 text-snow hover:text-gold-300"
          >
            {isStopped ? (
              <Play aria-hidden="true" className="size-5" />
            ) : (
              <Pause aria-hidden="true" className="size-5" />
            )}
          </button>
        </>
      )}
    </div>
  );
}

type MovingLoopProps = { file: string; isMoving: boolean; onFailed: () => void };

function MovingLoop({ file, isMoving, onFailed }: MovingLoopProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isMoving) video.current?.pause();
    // Playback may be refused in power-saving mode; the poster stays.
    else video.current?.play().catch(() => undefined);
  }, [isMoving]);
  return (
    <video
      ref={video}
      muted
      loop
      playsInline
      preload="none"
      width={480}
      height={270}
      poster={`${file}.jpg`}
      className="size-full"
    >
      <source src={`${file}.webm`} type="video/webm" />
      {/* The last source: its error means that no format loaded. */}
      <source src={`${file}.mp4`} type="video/mp4" onError={onFailed} />
    </video>
  );
}
