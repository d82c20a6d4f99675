import { Button } from './button.tsx';
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
