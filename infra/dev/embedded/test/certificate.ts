import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate for 127.0.0.1 with its key, valid between two days (`YYYYMMDD`). */
export type Certificate = { key: string; cert: string };

/** Whether this machine has the required openssl. */
export const canMakeCertificates: boolean = (() => {
  try {
    return /OpenSSL (3\.[4-9]|[4-9])|OpenSSL [1-3]\./.test(
      execFileSync('openssl', ['version'], { encoding: 'utf8' }),
    );
  } catch {
    return false;
  }
})();

/** Uses `openssl ca`, the only command in all versions that can backdate a certificate. */
export function makeCertificate(from: string, until: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  try {
    const names = ['-subj', '/CN=rpc', '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'request.pem', ...names);
    const section = ['[ca]', 'database=index', 'new_certs_dir=.', 'serial=serial', 'default_md=sha256'];
    const rest = ['policy=anything', 'copy_extensions=copy', '[anything]', 'commonName=supplied'];
    execFileSync('sh', ['-c', 'cat > ca.conf; touch index; echo 01 > serial'], {
      cwd: folder,
      input: `${[...section, ...rest].join('\n')}\n`,
    });
    const dates = ['-startdate', `${from}000000Z`, '-enddate', `${until}000000Z`];
    const signed = ['-in', 'request.pem', '-out', 'cert.pem', '-selfsign', '-keyfile', 'key.pem'];
    openssl('ca', '-config', 'ca.conf', '-name', 'ca', '-batch', '-notext', ...signed, ...dates);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
