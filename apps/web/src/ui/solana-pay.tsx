import { Smartphone } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { buttonClasses } from './button.tsx';
import { Skeleton } from './skeleton.tsx';

// The encoder comes with the first code that is shown.
const QrCode = lazy(() => import('./qr-code.tsx').then(({ QrCode: component }) => ({ default: component })));

/** A Solana Pay link as a code for phones, and as a link for whoever reads this on one. */
export function SolanaPay({ url, label }: { url: string; label: string }) {
  return (
    <div className="grid w-52 max-w-full content-start gap-2">
      <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
        <QrCode text={url} label={label} />
      </Suspense>
      <a href={url} className={buttonClasses('outline', 'px-3')}>
        <Smartphone aria-hidden="true" className="size-5" />
        Open in wallet
      </a>
    </div>
  );
}
