import { useRouter } from '@tanstack/react-router';
import { NAVIGATION_SCROLL_DELAY_MS, scrollToElement, scrollToTop } from '../../lib/scroll.ts';

/** A navigation target: a path, and optionally an element to scroll to. An unknown path shows "Page Not Found". */
export type NavTarget = { label: string; path: string; section?: string };

const ABOUT = '/about-naughty-list-memecoin';

export const naughtyListTarget: NavTarget = { label: 'Naughty List', path: '/', section: 'naughty-list' };

export const aboutTargets: readonly NavTarget[] = [
  { label: "What's LIST?", path: ABOUT, section: 'about' },
  { label: 'Roadmap', path: ABOUT, section: 'roadmap' },
  { label: 'Why LIST?', path: ABOUT, section: 'why-list' },
  { label: 'Calculator', path: ABOUT, section: 'calculator' },
];

export const niceListTarget: NavTarget = { label: 'Nice List', path: '/nice-list' };

export const pictureTarget: NavTarget = { label: 'Santa PFP', path: '/pfp' };

export const appealTarget: NavTarget = { label: 'Wrongly listed? Appeal for free', path: '/appeal' };

/** The token section of this page, otherwise of the home page. */
export const buyTarget = { label: 'Buy $LIST', path: '/', section: 'token' } satisfies NavTarget;

export function targetHref({ path, section }: NavTarget): string {
  return section ? `${path}#${section}` : path;
}

/** Scrolls to a target on the open page, otherwise navigates and scrolls after 100 ms. */
export function useGoTo(): (target: NavTarget) => Promise<void> {
  const router = useRouter();
  return async ({ path, section }) => {
    const isHere = router.state.location.pathname === path && router.state.location.searchStr === '';
    if (!isHere) await router.navigate({ href: path });
    setTimeout(
      () => (section ? scrollToElement(section) : scrollToTop()),
      isHere ? 0 : NAVIGATION_SCROLL_DELAY_MS,
    );
  };
}
