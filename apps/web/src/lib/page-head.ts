import { useEffect } from 'react';

/** The preview image of a page without its own. */
export const HOME_IMAGE = '/art/social/social-home.png';

/** A page's title and description, for the tab, search results and link previews. */
export type PageHead = {
  path: `/${string}`;
  title: string;
  description: string;
  /** Path of the preview image, 1200 × 630; by default the home page's. */
  image?: `/${string}` | undefined;
  /** Whether search engines leave it out. */
  isUnlisted?: boolean;
};

/** Updates the document head after client-side navigation. A page opened by its URL already has the right head. */
export function usePageHead({ path, title, description, isUnlisted = false }: PageHead): void {
  useAlive();
  useEffect(() => {
    document.title = title;
    setMeta('name', 'description', description);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    const address = new URL(path, canonical?.href || window.location.href).href;
    if (canonical) canonical.href = address;
    setMeta('property', 'og:url', address);
    if (isUnlisted) setMeta('name', 'robots', 'noindex');
    // Left over from a page that was not found or from a shared search.
    else document.querySelector('meta[name=robots]')?.remove();
  }, [path, title, description, isUnlisted]);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  let meta = document.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (!meta) {
    meta = document.createElement('meta');
    meta.setAttribute(attribute, key);
    document.head.append(meta);
  }
  meta.content = content;
}

/**
 * Signals that the page is hydrated, so that earlier clicks are replayed (`early-presses.ts`). For page content, not the
 * layout, which React hydrates first.
 */
export function useAlive(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
    document.dispatchEvent(new Event('alive'));
  }, []);
}
