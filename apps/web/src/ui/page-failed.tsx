import { useEffect } from 'react';
import { useAlive } from '../lib/page-head.ts';
import { Button, buttonClasses } from './button.tsx';
import { Candle } from './drawings.tsx';
import { WaxSeal } from './wax-seal.tsx';

/** Error page with a reload button. */
export function PageFailed() {
  return (
    <div role="alert" className="mx-auto grid max-w-page justify-items-center gap-6 px-4 py-32 text-center">
      <WaxSeal letter="!" className="size-24" />
      <h1 className="text-3xl">An elf dropped this page</h1>
      <p className="max-w-prose text-lg text-snow-dim">
        Something broke that shouldn't have. What you typed is safe. Reload the page to carry on.
      </p>
      <Button look="gold" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}

/** Page for an unknown URL. */
export function PageNotFound() {
  useAlive();
  useEffect(() => {
    document.title = 'Page Not Found - The Naughty List';
  }, []);
  return (
    <div className="mx-auto grid max-w-page justify-items-center gap-6 py-20 text-center">
      <Candle className="h-56" />
      <h1 className="text-4xl">Page Not Found</h1>
      <p className="max-w-prose text-lg text-snow-dim">
        Santa looked down this chimney twice, and there's nothing in it. The page may have moved, or the
        address may have a typo.
      </p>
      <a href="/" className={buttonClasses('gold')}>
        Back to the Naughty List
      </a>
    </div>
  );
}
