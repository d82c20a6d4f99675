import { createFileRoute } from '@tanstack/react-router';
import { PfpEditor } from '../features/pfp/editor.tsx';
import { PfpGuide, pfpHead } from '../features/pfp/pfp-guide.tsx';
import { usePageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/pfp')({ component: Pfp });

function Pfp() {
  usePageHead(pfpHead);
  return (
    <div className="mx-auto grid max-w-page gap-6 pb-20">
      <PfpHero />
      <PfpEditor />
      <PfpGuide />
    </div>
  );
}

/** A short hero above the editor. */
function PfpHero() {
  return (
    <header className="grid gap-3 pt-4">
      <p className="font-bold text-gold-300">Santa's profile-picture editor</p>
      <h1 className="text-4xl">
        You checked the list. <span className="text-gold-300">Now wear the hat.</span>
      </h1>
      <p className="text-lg text-pretty text-snow-dim">
        Eight hats, eight helpers, one face: yours. No account, nothing sent, no excuse.
      </p>
    </header>
  );
}
