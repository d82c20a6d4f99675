import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** This machine's loopback as seen from the server (slirp4netns). */
export const HOST_FROM_SERVER = '10.0.2.2';
const NAMESERVER_FROM_SERVER = '10.0.2.3';
const TOOLS = ['debootstrap', 'systemd-nspawn', 'slirp4netns', 'nsenter'];
// Networks that inspect TLS have their own certificate authority.
const AUTHORITIES = '/usr/local/share/ca-certificates';
const POLL_MS = 250;

/** The requirements that this machine lacks; empty when a server can be created. */
export function lacking(): string[] {
  const missing = TOOLS.filter((tool) => !findProgram(tool));
  return process.getuid?.() === 0 ? missing : ['root', ...missing];
}

const findProgram = (name: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));

/** Boots a Debian 12 in an empty folder, with its own systemd, users, files and network, on this machine's kernel. */
export async function startServer(folder: string) {
  const extra = '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2';
  execFileSync('debootstrap', ['--variant=minbase', extra, 'bookworm', folder], { stdio: 'ignore' });
  writeFileSync(join(folder, 'etc/resolv.conf'), `nameserver ${NAMESERVER_FROM_SERVER}\n`);
  if (existsSync(AUTHORITIES)) cpSync(AUTHORITIES, join(folder, AUTHORITIES), { recursive: true });
  const flags = ['--boot', '--register=no', '--keep-unit', '--private-network', '--resolv-conf=off'];
  const machine = spawn('systemd-nspawn', [`--directory=${folder}`, '--machine=first-day', ...flags], {
    stdio: 'ignore',
  });
  const init = await initOf(machine);
  const network = spawn('slirp4netns', ['--configure', '--mtu=65520', String(init), 'tap0'], {
    stdio: 'ignore',
  });
  /** Runs commands as root in bash; their output is both streamed and returned. */
  const run = (commands: string) => runIn(init, commands);
  await run('until systemctl is-system-running | grep -qE "running|degraded"; do sleep 0.2; done');
  await run('update-ca-certificates >/dev/null');
  return {
    run,
    async stop() {
      await run('systemctl poweroff');
      if (machine.exitCode === null) await once(machine, 'exit');
      network.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process id of the server's systemd, once it runs. */
async function initOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const [init] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    if (init && readFileSync(`/proc/${init}/comm`, 'utf8').trim() === 'systemd') return Number(init);
    await sleep(POLL_MS);
  }
}

async function runIn(init: number, commands: string): Promise<{ code: number | null; output: string }> {
  const environment = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'LANG=C.UTF-8',
    'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  ];
  const inside = ['-t', String(init), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w'];
  const shell = spawn('nsenter', [...inside, 'env', '-i', ...environment, 'bash', '-c', commands], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (data) => {
      output += data;
      process.stdout.write(data);
    });
  const [code] = await once(shell, 'close');
  return { code, output };
}
