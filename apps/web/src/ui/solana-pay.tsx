import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useId, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { browseLinks } from '../lib/wallet/browse-links.ts';
import { findWallets } from '../lib/wallet/find-wallets.ts';
import { Button, buttonClasses } from './button.tsx';
import { QrCode } from './qr-code.tsx';

/**
 * A Solana Pay request as a link and a QR code; on a phone the code is shown on request, and a browser without a wallet is offered those
 * that open `page` themselves.
 */
export function SolanaPay({ url, label, page }: { url: string; label: string; page: string }) {
  const [isShown, setShown] = useState(false);
  const [lacksWallet, setLacksWallet] = useState(false);
  useEffect(() => void findWallets().then(({ length }) => setLacksWallet(length === 0)), []);
  const codeId = useId();
  return (
    <div className="grid w-full content-start gap-2 sm:w-52">
      <a href={url} className={buttonClasses('outline', 'px-3 sm:order-last')}>
        <Smartphone aria-hidden="true" className="size-5" />
        Open in wallet
      </a>
      {lacksWallet &&
        browseLinks(page).map(({ name, href }) => (
          <a key={name} href={href} className={buttonClasses('outline', 'px-3 sm:hidden')}>
            Open this page in {name}
          </a>
        ))}
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
