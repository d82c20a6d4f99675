import { isOn } from '@naughty-list/contracts/third-parties';

export type PolicySettings = Record<ThirdParty, 'on' | 'off' | readonly string[]> & {
  THIRD_PARTIES: 'on' | 'off';
  PUBLIC_SOLANA_RPC_URL?: string | undefined;
  PUBLIC_ORIGIN?: string | undefined;
};

/**
 * The policy of every response: nothing inline, and no other origins except the public RPC and enabled third parties.
 */
export function contentSecurityPolicy(settings: PolicySettings): Record<string, string[]> {
  const names = Object.keys(thirdParties) as ThirdParty[];
  const switchedOn: Sources[] = names
    .filter((name) => isOn(settings, name))
    .map((name) => thirdParties[name]);
  const foreign = (directive: keyof Sources) => switchedOn.flatMap((sources) => sources[directive] ?? []);
  const frames = foreign('frame-src');
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'", ...foreign('script-src')],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...rpcOrigins(settings.PUBLIC_SOLANA_RPC_URL)],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    ...(isHttps(settings.PUBLIC_ORIGIN) ? { 'upgrade-insecure-requests': [] } : {}),
  };
}

export const isHttps = (origin: string | undefined) => origin?.startsWith('https://') ?? false;

/** The RPC and its websocket, which Solana clients expect on the same host, at the next port if one is given. */
function rpcOrigins(rpcUrl: string | undefined): string[] {
  if (!rpcUrl) return [];
  const http = new URL(rpcUrl);
  const port = http.port && `:${Number(http.port) + 1}`;
  return [http.origin, `${http.protocol === 'https:' ? 'wss' : 'ws'}://${http.hostname}${port}`];
}

/** What pages may load from other origins, per Content-Security-Policy directive. */
type Sources = Partial<Record<'script-src' | 'frame-src', readonly string[]>>;

/**
 * What pages load from third parties themselves, by setting; they can reach nothing else. Profile images and market
 * figures are fetched by the gateway.
 */
const thirdParties = {
  /** Posts on report cards, after a click. */
  X_WIDGETS: {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com', 'https://syndication.twitter.com'],
  },
  /** Explainer videos. */
  VIDEO_PLAYER: { 'frame-src': ['https://www.youtube-nocookie.com'] },
} as const satisfies Record<string, Sources>;

type ThirdParty = keyof typeof thirdParties;
