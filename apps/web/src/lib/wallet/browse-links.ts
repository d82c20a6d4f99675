/**
 * Links that open a page in a wallet's own browser, where the wallet can sign; Phantom and Solflare document them as universal links,
 * with the page in the path and the site that asks as `ref`. A phone without the wallet shows where to get it.
 */
export function browseLinks(page: string): { name: string; href: string }[] {
  const url = encodeURIComponent(page);
  const ref = encodeURIComponent(new URL(page).origin);
  return [
    { name: 'Phantom', href: `https://phantom.app/ul/browse/${url}?ref=${ref}` },
    { name: 'Solflare', href: `https://solflare.com/ul/v1/browse/${url}?ref=${ref}` },
  ];
}
