import { ChevronDown, Copy, LogOut, Wallet as WalletIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { copyText } from '../../lib/copy-text.ts';
import { shortenMiddle } from '../../lib/shorten.ts';
import { showToast } from '../../lib/toasts.ts';
import { findWallets } from '../../lib/wallet/find-wallets.ts';
import { connectWallet, disconnectWallet, useWalletSession } from '../../lib/wallet/session.ts';
import { WALLET_SITE, type Wallet } from '../../lib/wallet/wallet.ts';
import { buttonClasses } from '../../ui/button.tsx';

type WalletButtonProps = {
  /** In the header it shrinks to its sign where there is little room. */
  place: 'header' | 'form';
};

/**
 * Connects a wallet: the only one there is at once, one of several out of a menu, none by opening where to get one. Connected, it
 * shows the address and lets it be copied or left.
 */
export function WalletButton({ place }: WalletButtonProps) {
  const session = useWalletSession();
  const [choice, setChoice] = useState<Wallet[]>();
  const [isOpen, setOpen] = useState(false);

  const press = async () => {
    const wallets = await findWallets();
    const [only] = wallets;
    if (!only) window.open(WALLET_SITE, '_blank', 'noopener,noreferrer');
    else if (wallets.length === 1) await connectWallet(only);
    else {
      setChoice(wallets);
      setOpen(true);
    }
  };
  const isConnected = session.state === 'connected';
  const change = (open: boolean) => {
    if (!open || isConnected) setOpen(open);
    else void press();
  };
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
      <DropdownMenu.Trigger
        title={place === 'header' && !isConnected ? 'Connect wallet' : undefined}
        disabled={session.state === 'connecting'}
        className={buttonClasses(
          'outline',
          classes(
            'whitespace-nowrap',
            place === 'header' && 'min-w-12 px-3',
            place === 'header' && isConnected && 'border-gold-400 text-gold-300',
          ),
        )}
      >
        <WalletIcon aria-hidden="true" className="size-5 shrink-0" />
        <Label place={place} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 grid min-w-56 animate-open rounded-lg border border-night-600 bg-night-900 p-2 text-snow shadow-card"
        >
          {session.state === 'connected' ? (
            <ConnectedMenu name={session.name} address={session.address} />
          ) : (
            choice?.map((wallet) => (
              <Item key={wallet.id} onSelect={() => void connectWallet(wallet)}>
                {wallet.icon?.startsWith('data:image/') && (
                  <img src={wallet.icon} alt="" className="size-6 rounded-sm" />
                )}
                {wallet.name}
              </Item>
            ))
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** In the header only where there is room; always for those who hear it. */
const small = 'sr-only xl:not-sr-only xl:whitespace-nowrap';

function Label({ place }: WalletButtonProps) {
  const session = useWalletSession();
  if (session.state === 'connected') {
    return (
      <>
        <span className="sr-only">Wallet </span>
        <span className={classes('figures font-mono', place === 'header' && small)}>
          {shortenMiddle(session.address, 4, 4)}
        </span>
        <ChevronDown aria-hidden="true" className="hidden size-4 shrink-0 xl:inline" />
      </>
    );
  }
  const text = session.state === 'connecting' ? 'Connecting…' : 'Connect wallet';
  return <span className={place === 'header' ? 'sr-only' : ''}>{text}</span>;
}

function ConnectedMenu({ name, address }: { name: string; address: string }) {
  const copy = async () => {
    if (await copyText(address)) showToast({ title: 'Copied!', description: 'Address copied to clipboard' });
  };
  return (
    <>
      <DropdownMenu.Label className="px-3 py-2 text-snow-dim" title={address}>
        Connected with {name}
      </DropdownMenu.Label>
      <Item onSelect={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" /> Copy address
      </Item>
      <Item onSelect={() => void disconnectWallet()}>
        <LogOut aria-hidden="true" className="size-5" /> Disconnect
      </Item>
    </>
  );
}

function Item({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 data-highlighted:bg-night-700 data-highlighted:text-gold-300"
    >
      {children}
    </DropdownMenu.Item>
  );
}
