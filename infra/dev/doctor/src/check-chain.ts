import { openRpc, type Rpc } from '@naughty-list/chain-verifier/chain/rpc';
import {
  burnWalletMeaning,
  type Config,
  constants,
  quorumOf,
  quorumWarning,
} from '@naughty-list/chain-verifier/config';
import { nameProviders } from '@naughty-list/chain-verifier/providers/name-providers';
import { clusterOf } from '@naughty-list/chain-verifier/providers/providers';
import { type Check, type Finding, failure, ok, textOf, warning } from './check.ts';

const OLD_SLOT_S = 120;

/**
 * Checks of every provider, of the quorum that the working ones must form, and, through any of them, of the payment
 * addresses.
 */
export function chainChecks(config: Config): {
  providers: Check[];
  quorum(working: number): Check;
  addresses: Check[];
} {
  const rpcs = nameProviders(config.SOLANA_RPC_URLS).map(({ url, name }) =>
    openRpc({ url, name, timeoutMs: constants.rpcTimeoutMs }),
  );
  return {
    providers: rpcs.map((rpc) => providerCheck(rpc, config)),
    quorum: (working) => ({
      name: 'RPC quorum',
      advice: '',
      inspect: async () => {
        const quorum = quorumOf(config);
        const found = `${working} of ${rpcs.length} working, ${quorum} must agree`;
        const alone = quorumWarning(config);
        if (working >= quorum) return alone ? ok(`${found}: ${alone}`) : ok(found);
        return failure(
          found,
          'No payment can be judged: fix providers, add others to SOLANA_RPC_URLS, or lower SOLANA_RPC_QUORUM.',
        );
      },
    }),
    addresses: addressChecks(rpcs, config),
  };
}

function addressChecks(rpcs: Rpc[], config: Config): Check[] {
  return [
    {
      name: 'LIST mint',
      advice:
        'Correct LIST_MINT_ADDRESS, or SOLANA_RPC_URLS: there is no token mint at this address on this chain.',
      inspect: async () => {
        const { decimals } = await first(rpcs, (rpc) => rpc.mint(config.LIST_MINT_ADDRESS));
        return ok(`${config.LIST_MINT_ADDRESS}, ${decimals} decimals`);
      },
    },
    {
      name: 'burn wallet',
      advice: 'Correct BURN_WALLET_ADDRESS.',
      inspect: async () => {
        const { LIST_MINT_ADDRESS: mint, BURN_WALLET_ADDRESS: wallet } = config;
        const accounts = await first(rpcs, (rpc) => rpc.tokenAccounts(wallet, mint));
        return accounts.length > 0
          ? ok(`${wallet}, token accounts for LIST: ${accounts.length}; ${burnWalletMeaning(config)}`)
          : warning(
              `${wallet} has no token account for LIST; ${burnWalletMeaning(config)}`,
              'Burns count all the same. Create its associated token account (sending any LIST to it does): until then, phones that scan a payment code refuse to pay.',
            );
      },
    },
  ];
}

function providerCheck(rpc: Rpc, config: Config): Check {
  return {
    name: `RPC ${rpc.name}`,
    advice:
      'Is its URL in SOLANA_RPC_URLS right, and its key valid? Meanwhile the other providers are asked, if there are any. For a certificate: docs/runbooks.md#certificateexpired.',
    inspect: async (): Promise<Finding> => {
      const genesisHash = await rpc.genesisHash();
      const { SOLANA_CLUSTER: cluster } = config;
      if (clusterOf(genesisHash) !== cluster)
        return failure(
          `it serves ${clusterOf(genesisHash)} (genesis hash ${genesisHash}), not ${cluster}`,
          'Take it out of SOLANA_RPC_URLS, or correct SOLANA_CLUSTER.',
        );
      const slot = await rpc.slot('finalized');
      const time = await rpc.blockTime(slot).catch(() => null);
      if (time === null) return ok(`${cluster}, slot ${slot}`);
      const ageS = Math.round(Date.now() / 1_000 - time);
      const found = `${cluster}, slot ${slot}, ${ageS} s old`;
      return ageS <= OLD_SLOT_S
        ? ok(found)
        : warning(found, 'It is behind, or the clock of this machine is ahead: new payments are seen late.');
    },
  };
}

async function first<T>(rpcs: Rpc[], ask: (rpc: Rpc) => Promise<T>): Promise<T> {
  const faults: string[] = [];
  for (const rpc of rpcs) {
    try {
      return await ask(rpc);
    } catch (error) {
      faults.push(textOf(error));
    }
  }
  throw new Error(faults.join('; '));
}
