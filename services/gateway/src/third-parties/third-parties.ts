/** What pages may load from other origins, per Content-Security-Policy directive. */
export type Sources = Partial<Record<'script-src' | 'frame-src', readonly string[]>>;

/**
 * What pages load from third parties themselves, by setting; they can reach nothing else. Profile images and market
 * figures are fetched by the gateway.
 */
export const thirdParties = {
  /** Posts on report cards, after a click. */
  X_WIDGETS: {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com', 'https://syndication.twitter.com'],
  },
  /** Explainer videos. */
  VIDEO_PLAYER: { 'frame-src': ['https://www.youtube-nocookie.com'] },
} as const satisfies Record<string, Sources>;

export type ThirdParty = keyof typeof thirdParties;
