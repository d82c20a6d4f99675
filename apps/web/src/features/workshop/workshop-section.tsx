import type { ReactNode } from 'react';
import { createChunk } from '../../lib/chunk.ts';
import { Holly } from '../../ui/holly.tsx';

/** Decoration far below the fold, so its drawing loads on idle. */
export const workshopScene = createChunk(() =>
  import('./workshop-scene.tsx').then(({ WorkshopScene }) => WorkshopScene),
);

/** Teaser of the workshop; `link` is passed in by the route. */
export function WorkshopSection({ link }: { link: ReactNode }) {
  const { value: Scene } = workshopScene.use(false);
  return (
    <section
      aria-labelledby="workshop-title"
      className="relative grid items-center gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 p-6 md:grid-cols-[1.2fr_1fr] md:p-12"
    >
      <div className="grid gap-4">
        <Holly className="h-14 justify-self-start" />
        <h2 id="workshop-title" className="text-3xl text-snow">
          Santa's Workshop
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          Behind this door: what LIST is for, where the sleigh is heading, and why a man with eight reindeer
          took up token burns.
        </p>
        <div>{link}</div>
      </div>
      <div className="hidden aspect-[600/440] w-full md:block">{Scene && <Scene />}</div>
    </section>
  );
}
