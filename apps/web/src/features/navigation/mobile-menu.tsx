import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { BuyButton } from './buy-button.tsx';
import { navItemClasses } from './nav-item-classes.ts';
import { NavLink } from './nav-link.tsx';
import { SocialLinks } from './social-links.tsx';
import { aboutTargets, appealTarget, naughtyListTarget, niceListTarget, pictureTarget } from './targets.ts';

type MobileMenuProps = {
  /** Renders the button that opens the Secret Sausage Society. */
  renderJoin: (props: { className: string; onOpen?: () => void }) => ReactNode;
};

/** The navigation behind a hamburger; Escape closes it and restores the focus. */
export function MobileMenu({ renderJoin }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const close = () => setOpen(false);
  /** Focuses the toggle first, so that a dialog can restore the focus to it; the menu's entries are hidden by then. */
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);
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
