import { useEffect } from 'react';
import { useAlive } from './use-alive.ts';

/** What a page is called, in the tab, in search results and in previews of links to it. */
export type PageHead = {
  path: `/${string}`;
  title: string;
  description: string;
  /** Path of the preview image, 1200 × 630. */
  image: `/${string}`;
};

/**
 * Gives the document the head of the page that is open. A page that was opened by its address has it already; after a
 * change of page within the app it is brought up to date here.
 */
export function usePageHead({ path, title, description }: PageHead): void {
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
    // A page that was not found, or a shared search, may have said otherwise.
    document.querySelector('meta[name=robots]')?.remove();
  }, [path, title, description]);
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
