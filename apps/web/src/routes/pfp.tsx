import { createFileRoute } from '@tanstack/react-router';
import { PfpEditor } from '../features/pfp/editor.tsx';
import { PfpGuide } from '../features/pfp/pfp-guide.tsx';
import { pfpHead } from '../features/pfp/pfp-head.ts';
import { PfpHero } from '../features/pfp/pfp-hero.tsx';
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
