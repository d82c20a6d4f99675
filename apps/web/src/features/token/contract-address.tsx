import Copy from 'lucide-react/icons/copy';
import { copyText } from '../../lib/addresses.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';

const said = {
  title: 'Contract Address Copied!',
  description: 'LIST token contract address copied to clipboard',
};

/** The token's address on chain, with a copy button. */
export function ContractAddress() {
  const { data: config, isError } = useTokenConfig();
  const address = config?.contractAddress;
  const waiting = isError
    ? "The workshop isn't answering. Reload the page in a minute."
    : 'Fetching it from the workshop…';
  return (
    <button
      type="button"
      disabled={!address}
      onClick={() => address && void copyText(address, said)}
      className="group grid min-h-16 w-full min-w-0 grid-cols-[1fr_auto] items-center gap-4 rounded-sm border-2 border-dashed border-gold-600 px-4 py-3 text-left transition-colors duration-150 hover:border-gold-400"
    >
      <span className="grid min-w-0 gap-1">
        <span className="text-snow-dim">Contract address (press to copy)</span>
        <span className="min-h-6 font-mono break-all text-gold-200">
          {address ?? <span className="noscript:hidden">{waiting}</span>}
        </span>
      </span>
      <Copy aria-hidden="true" className="size-6 text-gold-300" />
    </button>
  );
}
