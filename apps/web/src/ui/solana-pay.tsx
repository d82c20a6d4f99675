import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button, buttonClasses } from './button.tsx';
import { Skeleton } from './skeleton.tsx';

// The encoder comes with the first code that is shown.
const QrCode = lazy(() => import('./qr-code.tsx').then(({ QrCode: component }) => ({ default: component })));

/** A Solana Pay link as a code for phones, and as a link for whoever reads this on one: there the code waits to be asked for. */
export function SolanaPay({ url, label }: { url: string; label: string }) {
  const [isShown, setShown] = useState(false);
  const codeId = useId();
  return (
    <div className="grid w-full content-start gap-2 sm:w-52">
      <a href={url} className={buttonClasses('outline', 'px-3 sm:order-last')}>
        <Smartphone aria-hidden="true" className="size-5" />
        Open in wallet
      </a>
      <Button
        look="quiet"
        aria-expanded={isShown}
        aria-controls={codeId}
        onClick={() => setShown(!isShown)}
        className="sm:hidden"
      >
        {isShown ? 'Hide the QR code' : 'Show the QR code'}
      </Button>
      <div id={codeId} className={classes('w-52 max-w-full max-sm:mx-auto', !isShown && 'max-sm:hidden')}>
        <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
          <QrCode text={url} label={label} />
        </Suspense>
      </div>
    </div>
  );
}
