/** URL of a profile image, which the gateway fetches. A `version` other than 0 busts the browser's cache. */
export function avatarUrl(username: string, version = 0): string {
  const address = `/api/avatar/${encodeURIComponent(username)}`;
  return version === 0 ? address : `${address}?version=${version}`;
}
