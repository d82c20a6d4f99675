import { useState } from 'react';
import { useTokenConfig } from '../lib/site-settings.ts';
import { type Named, presentName } from '../lib/x-links.ts';
import { WaxSeal } from './wax-seal.tsx';

type SealedAvatarProps = {
  account: Named;
  /** Without one, the entry has no seal, and no image: the face may be an innocent's. */
  tone: 'cranberry' | 'pine' | undefined;
  /** Changing the number refetches the image, bypassing the browser's cache. */
  version?: number | undefined;
};

const rims = { pine: 'text-pine-700', cranberry: 'text-cranberry-600' };

/**
 * A seal with the initial, covered by the profile image if the setting allows it and one exists. The seal is always
 * rendered: no layout shift, and a fallback if the image fails.
 */
export function SealedAvatar({ account, tone, version = 0 }: SealedAvatarProps) {
  const { data: config } = useTokenConfig();
  const letter = account.username.charAt(0).toUpperCase();
  const [state, setState] = useState<'coming' | 'shown' | 'missing'>('coming');
  return (
    <span className="relative size-12">
      {tone ? (
        <WaxSeal letter={letter} tone={tone} className="size-12" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-12 place-items-center rounded-full border-2 border-dashed border-ink-700 font-display text-xl"
        >
          {letter}
        </span>
      )}
      {tone && config?.showAvatars && state !== 'missing' && (
        <img
          src={avatarUrl(account, version)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          onLoad={() => setState('shown')}
          onError={() => setState('missing')}
          className={`absolute inset-0.5 size-11 rounded-full border-2 border-current object-cover ${rims[tone]} ${state === 'shown' ? '' : 'invisible'}`}
        />
      )}
    </span>
  );
}

/** URL of a profile image, which the gateway fetches. A `version` other than 0 busts the browser's cache. */
export function avatarUrl(account: Named, version = 0): string {
  const address = `/api/avatar/${encodeURIComponent(presentName(account))}`;
  return version === 0 ? address : `${address}?version=${version}`;
}
