import { createRootRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SiteFooter } from '../features/footer/site-footer.tsx';
import { useCheckKeys } from '../features/naughty-list/check-keys.ts';
import { CheckLine } from '../features/navigation/check-line.tsx';
import { SiteHeader } from '../features/navigation/site-header.tsx';
import { JoinButton } from '../features/payment/membership/join-section.tsx';
import { PaymentRunner } from '../features/payment/runner.tsx';
import { Snow } from '../features/snow/snow.tsx';
import { WalletButton, WalletKeeper } from '../features/wallet/wallet-button.tsx';
import { ConnectButton } from '../lib/wallet/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { fetchMenu } from '../ui/menu-button.tsx';
import { OfflineNote } from '../ui/offline-note.tsx';
import { PageFailed, PageNotFound } from '../ui/page-failed.tsx';
import {
  fetchSocietyModal,
  fetchToaster,
  LazyPaymentsBar,
  LazySocietyModal,
  LazyToaster,
} from './-lazy-parts.tsx';

export const Route = createRootRoute({
  component: Frame,
  notFoundComponent: PageNotFound,
  errorComponent: PageFailed,
});

/** Layout of every page. */
function Frame() {
  const isCheckable = useLocation({
    select: ({ pathname }) => pathname !== '/' && !/^\/admin(?:\/|$)/.test(pathname),
  });
  useCheckKeys();
  useFocusOfPages();
  useEffect(() => whenIdle([fetchToaster, fetchMenu, fetchSocietyModal, registerServiceWorker]), []);
  return (
    <ConnectButton value={<WalletButton place="form" />}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-night-950 focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <SiteHeader
        wallet={<WalletButton place="header" />}
        renderJoin={(props) => <JoinButton {...props}>Sausage Society</JoinButton>}
      />
      <Snow />
      <main
        id="content"
        tabIndex={-1}
        className="relative min-h-dvh overflow-x-clip px-3 pt-16 outline-none sm:px-6"
      >
        {isCheckable && <CheckLine />}
        <Outlet />
      </main>
      <SiteFooter />
      <OfflineNote />
      <LazyPaymentsBar />
      <PaymentRunner />
      <WalletKeeper />
      <LazySocietyModal />
      <LazyToaster />
    </ConnectButton>
  );
}

/** Moves the focus to a page that a link opened, unless the page has taken it: the link is gone, or outside the page. */
function useFocusOfPages(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        const page = document.getElementById('content');
        if (pathChanged && !page?.contains(document.activeElement)) page?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** Registers the service worker, which browsers offer on https and localhost only. */
async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused in private windows of some browsers; the page works without it.
  await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
