import { socialLinks } from '@naughty-list/contracts/social-links';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import Music2 from 'lucide-react/icons/eighth-note';
import Send from 'lucide-react/icons/send';
import { useTokenConfig } from '../../lib/site-settings.ts';
import { profileHandle } from '../../lib/x-links.ts';
import { XIcon } from '../../ui/drawings.tsx';

const places = [
  { key: 'x', label: 'X', Icon: XIcon },
  { key: 'tiktok', label: 'TikTok', Icon: Music2 },
  { key: 'telegram', label: 'Telegram', Icon: Send },
  { key: 'chart', label: 'Price chart', Icon: ChartCandlestick },
] as const;

/** Four external links: profile, videos, chat, chart. */
export function SocialLinks() {
  const links = useTokenConfig().data?.links ?? socialLinks;
  return (
    <ul className="flex items-center">
      {places.map(({ key, label, Icon }) => {
        const handle = profileHandle(links[key]);
        const name = handle ? `${label} (${handle})` : label;
        return (
          <li key={key}>
            <a
              href={links[key]}
              target="_blank"
              rel="noopener noreferrer"
              title={name}
              className="grid size-11 place-items-center rounded-sm text-snow-dim transition-colors duration-150 hover:text-gold-300"
            >
              <Icon aria-hidden="true" className="size-5" />
              <span className="sr-only">{name} (opens in a new tab)</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
