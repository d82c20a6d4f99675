import { useHydrated } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { scrollToTop } from '../../lib/scroll.ts';
import { christmasText, daysUntilChristmas, useNow } from '../../lib/time.ts';
import { useKeyDown } from '../../lib/use-key-down.ts';
import { Logo } from '../../ui/drawings.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { BuyButton } from './buy-button.tsx';
import { SocialLinks } from './social-links.tsx';
import {
  aboutTargets,
  appealTarget,
  type NavTarget,
  naughtyListTarget,
  niceListTarget,
  pictureTarget,
  targetHref,
  useGoTo,
} from './targets.ts';

/** Classes of a top navigation entry. */
const navItemClasses =
  'inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-sm px-3 font-semibold lg:max-xl:px-2 transition-colors duration-150 hover:text-gold-300';

type SiteHeaderProps = {
  /** The wallet button. */
  wallet: ReactNode;
  /** Renders the button that opens the Secret Sausage Society. */
  renderJoin: (props: { className: string; onOpen?: () => void }) => ReactNode;
};

/** The sticky navigation of every page. */
export function SiteHeader({ wallet, renderJoin }: SiteHeaderProps) {
  const now = useNow();
  // Without a date while prerendering.
  const christmas = useHydrated() ? christmasText(daysUntilChristmas(now)) : 'Christmas is coming';
  const [days, untilWhat] = christmas.split(/(?= until )/);
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-night-600 bg-night-950 px-3 sm:px-6">
      <div className="mx-auto flex h-16 max-w-header items-center gap-3">
        <button
          type="button"
          onClick={scrollToTop}
          aria-label="The Naughty List, to the top"
          className="flex min-h-11 items-center gap-2 rounded-sm"
        >
          <Logo className="size-10 shrink-0" />
          {/* Fixed width, so that loading the web font shifts nothing. */}
          <span className="display hidden min-w-41 text-left text-xl whitespace-nowrap text-snow sm:inline-block lg:hidden xl:inline-block">
            The Naughty List
          </span>
        </button>
        <p className="figures truncate rounded-sm border border-night-600 px-3 py-1 text-gold-300 max-xl:px-2">
          {days}
          {untilWhat && <span className="max-xs:sr-only lg:max-wide:sr-only">{untilWhat}</span>}
        </p>
        <nav aria-label="Main" className="ml-auto hidden min-w-105 items-center justify-between lg:flex">
          <NavLink target={naughtyListTarget} className={navItemClasses} />
          <AboutMenu />
          <NavLink target={niceListTarget} className={navItemClasses} />
          <NavLink target={pictureTarget} className={`${navItemClasses} max-wide:hidden`} />
          {renderJoin({ className: navItemClasses })}
        </nav>
        <div className="hidden items-center gap-2 lg:flex">
          <SocialLinks />
          <BuyButton />
        </div>
        <div className="ml-auto flex items-center gap-1 lg:ml-0">
          {wallet}
          <MobileMenu renderJoin={renderJoin} />
        </div>
      </div>
    </header>
  );
}

/** The About dropdown. It also links to the picture editor and the appeal, for which narrow windows have no room in the bar. */
function AboutMenu() {
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuButton
      align="start"
      button={{
        className: navItemClasses,
        children: (
          <>
            About
            <ChevronDown aria-hidden="true" className="size-4 noscript:hidden" />
          </>
        ),
      }}
      entries={[...aboutTargets, pictureTarget, appealTarget].map((target) => ({
        key: target.label,
        label: target.label,
        onSelect: () => void goTo(target),
      }))}
      isOpen={isOpen}
      onOpenChange={setOpen}
    />
  );
}

/** The navigation behind a hamburger; Escape closes it and restores the focus. */
function MobileMenu({ renderJoin }: Pick<SiteHeaderProps, 'renderJoin'>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const close = () => setOpen(false);
  /** Focuses the toggle first, so that a dialog can restore the focus to it; the menu's entries are hidden by then. */
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };
  useKeyDown(({ key }) => key === 'Escape' && closeAndReturn(), open);
  const Icon = open ? X : Menu;
  return (
    <div className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={menuId}
        aria-label={open ? 'Close menu' : 'Open menu'}
        onClick={() => setOpen(!open)}
        className="grid size-12 place-items-center rounded-sm"
      >
        <Icon aria-hidden="true" className="size-6" />
      </button>
      <div
        id={menuId}
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-open overflow-y-auto border-b border-gold-600 bg-night-900 px-4 pt-2 pb-6 shadow-card"
      >
        <nav aria-label="Menu" className="grid gap-1 text-lg">
          <NavLink target={naughtyListTarget} className={navItemClasses} onGo={close} />
          <p className="px-3 pt-2 text-base text-snow-dim">About</p>
          {aboutTargets.map((target) => (
            <NavLink key={target.label} target={target} className={`${navItemClasses} pl-8`} onGo={close} />
          ))}
          <NavLink target={niceListTarget} className={navItemClasses} onGo={close} />
          <NavLink target={pictureTarget} className={navItemClasses} onGo={close} />
          <NavLink target={appealTarget} className={navItemClasses} onGo={close} />
          {renderJoin({ className: navItemClasses, onOpen: closeAndReturn })}
        </nav>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4 border-t border-night-700 pt-4">
          <BuyButton onGo={close} />
          <SocialLinks />
        </div>
      </div>
    </div>
  );
}

type NavLinkProps = { target: NavTarget; className: string; onGo?: () => void };

/** A real link (it opens in a new tab) that otherwise navigates client-side. */
function NavLink({ target, className, onGo }: NavLinkProps) {
  const goTo = useGoTo();
  const follow = async (event: MouseEvent) => {
    const wantsOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || wantsOtherTab) return;
    event.preventDefault();
    onGo?.();
    await goTo(target);
  };
  return (
    <a href={targetHref(target)} className={className} onClick={follow}>
      {target.label}
    </a>
  );
}
