import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';

const folder = join(import.meta.dirname, '..');

type Labels = Record<string, string>;
type Container = {
  image: string;
  ports?: { name: string; containerPort: number }[];
  command?: string[];
  env: { name: string; value?: string }[];
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources: { requests: Labels; limits: Labels };
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean };
};
type Pod = {
  metadata: { labels: Labels };
  spec: {
    automountServiceAccountToken: boolean;
    securityContext: { runAsNonRoot: boolean };
    terminationGracePeriodSeconds?: number;
    containers: Container[];
  };
};

/** The fields of manifests that the tests use; each kind has some of them. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Labels;
  spec?: {
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels?: Labels };
    ingress?: {
      from?: { namespaceSelector?: { matchLabels?: Labels }; podSelector?: object; ipBlock?: object }[];
    }[];
    egress?: {
      to?: { namespaceSelector?: { matchLabels?: Labels } }[];
      ports?: { port: number }[];
    }[];
    scaleTargetRef?: { name: string };
    triggers?: { metadata: { query: string } }[];
    template?: Pod;
  };
};

/** One change of a JSON patch (RFC 6902). */
type Operation = { path: string; value: string };

/** All source manifests with their files, except Kustomize's own. */
export function writtenManifests(): { file: string; manifest: Manifest }[] {
  return globSync('{process,base,overlays}/**/*.yaml', { cwd: folder })
    .filter((file) => !file.endsWith('kustomization.yaml'))
    .flatMap((file) =>
      parse(readFileSync(join(folder, file), 'utf8')).map((manifest) => ({
        file: relative('.', file),
        manifest,
      })),
    );
}

/** The autoscalers' Prometheus queries, from the services' patches. */
export function writtenQueries(): { file: string; query: string }[] {
  return globSync('services/*/kustomization.yaml', { cwd: folder }).flatMap((file) =>
    parse<{ patches?: { patch: string }[] }>(readFileSync(join(folder, file), 'utf8'))
      .flatMap(({ patches = [] }) => patches.flatMap(({ patch }) => parse<Operation[]>(patch).flat()))
      .filter(({ path }) => path.endsWith('/query'))
      .map(({ value: query }) => ({ file, query })),
  );
}

type ScrapeConfig = {
  job_name: string;
  kubernetes_sd_configs: { role: string; namespaces: { names: string[] } }[];
  relabel_configs: {
    source_labels: string[];
    regex?: string;
    action?: string;
    target_label?: string;
  }[];
};

/** Prometheus's scrape configurations. */
export function scrapeConfigs(): ScrapeConfig[] {
  const text = readFileSync(join(folder, 'monitoring/prometheus.yml'), 'utf8');
  return parse<{ scrape_configs: ScrapeConfig[] }>(text).flatMap(({ scrape_configs }) => scrape_configs);
}

/** The example's manifests as applied to a cluster; undefined without a kubectl whose Kustomize is 4 or newer. */
export function renderedManifests(): Manifest[] | undefined {
  const version = /Kustomize Version: v(\d+)/.exec(
    spawnSync('kubectl', ['version', '--client']).stdout?.toString() ?? '',
  );
  if (Number(version?.[1] ?? 0) < 4) return undefined;
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', 'overlays/example'], { cwd: folder });
  if (status !== 0) throw new Error(stderr.toString());
  return parse(stdout.toString());
}

function parse<Document = Manifest>(text: string): Document[] {
  return parseAllDocuments(text).map((document) => document.toJS());
}
