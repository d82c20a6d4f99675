import Smartphone from 'lucide-react/icons/smartphone';
import { useId, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button, buttonClasses } from './button.tsx';
import { QrCode } from './qr-code.tsx';

/** A Solana Pay request as a link and a QR code; on a phone the code is shown on request. */
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
        <QrCode text={url} label={label} />
      </div>
    </div>
  );
}
