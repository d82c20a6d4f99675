import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Copy from 'lucide-react/icons/copy';
import LogOut from 'lucide-react/icons/log-out';
import WalletIcon from 'lucide-react/icons/wallet';
import { useEffect, useState } from 'react';
import { addressCopied, copyText, shortenMiddle } from '../../lib/addresses.ts';
import { classes } from '../../lib/classes.ts';
import { showToast } from '../../lib/toasts.ts';
import {
  connectWallet,
  disconnectWallet,
  findWallets,
  followWallets,
  stopConnecting,
  useWalletSession,
} from '../../lib/wallet/session.ts';
import { WALLET_SITE, type Wallet } from '../../lib/wallet/wallet.ts';
import { buttonClasses } from '../../ui/button.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

type WalletButtonProps = {
  /** The header variant shrinks to an icon on narrow screens. */
  place: 'header' | 'form';
};

/**
 * Connects a wallet: directly if there is one, from a menu if there are several, or opens the install page if there is
 * none. While the wallet has not answered, offers to cancel; when connected, shows the address with copy and disconnect.
 */
export function WalletButton({ place }: WalletButtonProps) {
  const session = useWalletSession();
  const [choice, setChoice] = useState<Wallet[]>([]);
  const [isOpen, setOpen] = useState(false);

  const press = async () => {
    const wallets = await findWallets();
    const [only] = wallets;
    if (!only) window.open(WALLET_SITE, '_blank', 'noopener,noreferrer');
    else if (wallets.length === 1) await connect(only);
    else {
      setChoice(wallets);
      setOpen(true);
    }
  };
  const isConnected = session.state === 'connected';
  const change = (open: boolean) => {
    if (!open || session.state !== 'disconnected') setOpen(open);
    else void press();
  };
  return (
    <MenuButton
      align="end"
      button={{
        title: place === 'header' && !isConnected ? 'Connect wallet' : undefined,
        className: buttonClasses(
          'outline',
          classes(
            'whitespace-nowrap',
            place === 'header' && 'min-w-12 px-3!',
            place === 'header' && isConnected && 'border-gold-400 text-gold-300',
          ),
        ),
        children: (
          <>
            <WalletIcon aria-hidden="true" className="size-5 shrink-0" />
            <Label place={place} />
          </>
        ),
      }}
      heading={
        isConnected
          ? {
              text: `${session.wallet.name}: ${shortenMiddle(session.address, 4, 4)}`,
              title: session.address,
            }
          : undefined
      }
      entries={
        isConnected
          ? connectedEntries(session.address)
          : session.state === 'connecting'
            ? [{ key: 'stop', label: 'Cancel', onSelect: stopConnecting }]
            : choiceEntries(choice)
      }
      isOpen={isOpen}
      onOpenChange={change}
    />
  );
}

async function connect(wallet: Wallet): Promise<void> {
  if (await connectWallet(wallet)) return;
  showToast({
    title: 'Wallet not connected',
    description: `${wallet.name} declined, or did not answer. Open it and try again.`,
  });
}

/** Visible in the header only on wide screens; always available to screen readers. */
const small = 'sr-only wide:not-sr-only wide:whitespace-nowrap';

function Label({ place }: WalletButtonProps) {
  const session = useWalletSession();
  if (session.state === 'connected') {
    return (
      <>
        <span className="sr-only">Wallet </span>
        <span className={classes('figures font-mono', place === 'header' && small)}>
          {shortenMiddle(session.address, 4, 4)}
        </span>
        <ChevronDown aria-hidden="true" className="hidden size-4 shrink-0 wide:inline" />
      </>
    );
  }
  const text = session.state === 'connecting' ? 'Connecting…' : 'Connect wallet';
  return <span className={place === 'header' ? 'sr-only' : ''}>{text}</span>;
}

function connectedEntries(address: string): MenuEntry[] {
  const copy = () => void copyText(address, addressCopied);
  return [
    { key: 'copy', label: withIcon(Copy, 'Copy address'), onSelect: copy },
    { key: 'leave', label: withIcon(LogOut, 'Disconnect'), onSelect: () => void disconnectWallet() },
  ];
}

const withIcon = (Icon: LucideIcon, text: string) => (
  <>
    <Icon aria-hidden="true" className="size-5" /> {text}
  </>
);

function choiceEntries(choice: readonly Wallet[]): MenuEntry[] {
  return choice.map((wallet) => ({
    key: wallet.id,
    label: (
      <>
        {wallet.icon?.startsWith('data:image/') && (
          <img src={wallet.icon} alt="" className="size-6 rounded-sm" />
        )}
        {wallet.name}
      </>
    ),
    onSelect: () => void connect(wallet),
  }));
}

/** Restores an existing connection on load and follows wallet events. Mount once, above all pages. */
export function WalletKeeper() {
  useEffect(() => {
    let stop = () => {};
    // In a separate task, so that hydration comes first.
    const timer = setTimeout(() => {
      stop = followWallets();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return null;
}
