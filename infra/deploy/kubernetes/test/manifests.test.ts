import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import {
  type Manifest,
  renderedManifests,
  scrapeConfigs,
  writtenManifests,
  writtenQueries,
} from './manifests.ts';

const models = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Service,
};

/** Throws unless the manifest is valid against the API's schema of its kind. */
function validate(manifest: Manifest): void {
  expect(Object.keys(models)).toContain(manifest.kind);
  const Model = models[manifest.kind as keyof typeof models] as new (data: unknown) => { validate(): void };
  new Model(manifest).validate();
}

const rendered = renderedManifests();
if (!rendered)
  console.log(
    'No kubectl with Kustomize 4 or newer: the manifests are checked as they are written, not as they are put together',
  );

const named = (kind: string) => (rendered ?? []).filter((manifest) => manifest.kind === kind);
const workloads = () => [...named('Deployment'), ...named('Job')];
const services = ['reports', 'membership', 'analytics', 'chain-verifier', 'gateway'];

test.each(writtenManifests())('$file: $manifest.kind $manifest.metadata.name is valid', ({ manifest }) => {
  validate(manifest);
});

test('a manifest that is wrong is refused', () => {
  const [{ manifest } = { manifest: undefined }] = writtenManifests().filter(
    ({ manifest: { kind } }) => kind === 'Deployment',
  );
  expect(manifest).toBeDefined();
  expect(() => validate({ ...manifest, spec: { replicas: 'two' } } as unknown as Manifest)).toThrow();
});

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');
const metrics = read('infra/deploy/observability/metrics.tsv');

test('each service with a worker scales by a query of its own', () => {
  expect(writtenQueries()).toHaveLength(services.filter((service) => service !== 'gateway').length);
});

test.each(writtenQueries())('$file scales by metrics that exist', ({ query }) => {
  const asked = [...query.matchAll(/[a-z_]+(?=\{)/g)].map(([name]) => name);
  expect(asked.length).toBeGreaterThan(0);
  for (const name of asked) expect(metrics).toContain(`\n${name}\t`);
});

test.runIf(rendered)('what Kustomize puts together is valid, and all in one namespace', () => {
  for (const manifest of rendered ?? []) {
    validate(manifest);
    if (manifest.kind !== 'Namespace')
      expect(manifest.metadata.namespace, manifest.metadata.name).toBe('naughty-list');
  }
});

test.runIf(rendered)(
  'every service has its web process, its migration, and a worker where it has jobs',
  () => {
    const names = workloads().map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual(
      services
        .flatMap((service) => [
          `${service}-migration`,
          `${service}-web`,
          ...(service === 'gateway' ? [] : [`${service}-worker`]),
        ])
        .sort(),
    );
  },
);

test.runIf(rendered)(
  'whatever is selected is there: pods of services and budgets, targets of autoscalers',
  () => {
    const pods = workloads().map(({ spec }) => spec?.template?.metadata.labels ?? {});
    const isSomePod = (labels: Record<string, string>) =>
      pods.filter((pod) => Object.entries(labels).every(([name, value]) => pod[name] === value)).length === 1;
    for (const { metadata, spec } of named('Service'))
      expect(isSomePod(spec?.selector as never), metadata.name).toBe(true);
    for (const { metadata, spec } of named('PodDisruptionBudget')) {
      expect(isSomePod(spec?.selector?.matchLabels ?? {}), metadata.name).toBe(true);
    }
    const deployments = named('Deployment').map(({ metadata }) => metadata.name);
    for (const { spec } of [...named('HorizontalPodAutoscaler'), ...named('ScaledObject')]) {
      expect(deployments).toContain(spec?.scaleTargetRef?.name);
    }
    for (const { metadata, spec } of named('ScaledObject')) {
      const [service] = metadata.name.split('-worker');
      expect(spec?.triggers?.[0]?.metadata.query).toContain(`queue="${service}"`);
    }
  },
);

test.runIf(rendered)(
  'settings come from the one config map, secrets by reference, each to its own service',
  () => {
    const configMaps = named('ConfigMap').map(({ metadata }) => metadata.name);
    for (const { metadata, spec } of named('Deployment')) {
      const sources = spec?.template?.spec.containers.flatMap(({ envFrom }) => envFrom) ?? [];
      const service = metadata.name.replace(/-(web|worker)$/, '');
      expect(sources.flatMap(({ configMapRef }) => configMapRef?.name ?? [])).toEqual(configMaps);
      expect(sources.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual([
        'naughty-list',
        `naughty-list-${service}`,
      ]);
    }
    expect(JSON.stringify(rendered)).not.toMatch(/(SECRET|PASSWORD|TOKEN)"?[:=]"?[^"]+/);
  },
);

test.runIf(rendered)(
  'only the gateway is open to pods that are neither the product nor its monitoring',
  () => {
    const open = named('NetworkPolicy').filter(({ spec }) =>
      spec?.ingress?.some(({ from }) =>
        from?.some(({ namespaceSelector }) => {
          const namespace = namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
          return namespace !== undefined && namespace !== 'monitoring';
        }),
      ),
    );
    expect(open.map(({ spec }) => spec?.podSelector?.matchLabels)).toEqual([
      { service: 'gateway', process: 'web' },
    ]);
  },
);

test('spans reach a collector beside Prometheus', () => {
  const collector = writtenManifests().find(
    ({ manifest: { kind, spec } }) =>
      kind === 'NetworkPolicy' && spec?.egress?.some(({ ports }) => ports?.some(({ port }) => port === 4318)),
  );
  expect(collector?.manifest.spec).toMatchObject({
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [
      {
        to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ port: 4318 }],
      },
    ],
  });
  expect(read('infra/deploy/observability/collector/otel-collector.yaml')).toContain('0.0.0.0:4318');
});

test('Prometheus finds every process, and gives it the labels that alerts go by', () => {
  const [scrape, ...others] = scrapeConfigs();
  expect(others).toEqual([]);
  const alerts = read('infra/deploy/observability/prometheus/alerts.yml');
  const jobs = [...alerts.matchAll(/job="([^"]+)"/g)].map(([, job]) => job);
  expect([...new Set(jobs)]).toEqual([scrape?.job_name]);
  expect(scrape?.kubernetes_sd_configs).toEqual([{ role: 'pod', namespaces: { names: ['naughty-list'] } }]);
  expect(scrape?.relabel_configs).toContainEqual({
    source_labels: ['__meta_kubernetes_pod_label_service'],
    target_label: 'service',
  });
  const port = scrape?.relabel_configs.find(({ action }) => action === 'keep')?.regex;
  const processes = writtenManifests().filter(({ manifest: { kind } }) => kind === 'Deployment');
  expect(processes).toHaveLength(2);
  for (const { manifest } of processes) {
    const [main] = manifest.spec?.template?.spec.containers ?? [];
    expect(main?.ports).toContainEqual({ name: port, containerPort: 9464 });
    expect(main?.env).toContainEqual({ name: 'METRICS_PORT', value: '0.0.0.0:9464' });
  }
});

test.runIf(rendered)('pods carry the label that says of which service they are', () => {
  for (const { metadata, spec } of named('Deployment'))
    expect(spec?.template?.metadata.labels.service).toBe(metadata.name.replace(/-(web|worker)$/, ''));
});

test.runIf(rendered)('no container is root, writes to its own files, or may take all memory', () => {
  for (const { spec } of workloads()) {
    expect(spec?.template?.spec.automountServiceAccountToken).toBe(false);
    expect(spec?.template?.spec.securityContext.runAsNonRoot).toBe(true);
    for (const { resources, securityContext } of spec?.template?.spec.containers ?? []) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      });
      expect(resources.limits.memory).toBeDefined();
      expect(resources.requests.cpu).toBeDefined();
    }
  }
});

test.each(['web', 'worker'])('a %s process has the time to stop that it may take', (process) => {
  const { manifest } = writtenManifests().find(
    ({ file, manifest: { kind } }) => file.includes(`process/${process}/`) && kind === 'Deployment',
  ) ?? { manifest: undefined };
  const pod = manifest?.spec?.template?.spec;
  const [container] = pod?.containers ?? [];
  const setting = (name: string) => Number(container?.env.find((each) => each.name === name)?.value ?? 0);
  const pauseMs = Number(container?.lifecycle?.preStop.sleep.seconds ?? 0) * 1_000;
  const [, stop = ''] =
    /STOP_TIMEOUT_MS = ([\d_]+)/.exec(read('packages/service-kit/src/lifecycle/run.ts')) ?? [];
  const stopMs = Number(stop.replaceAll('_', ''));
  const mayTakeMs = pauseMs + setting('DRAIN_MS') + stopMs;
  expect(stopMs).toBeGreaterThan(20_000);
  expect(Number(pod?.terminationGracePeriodSeconds) * 1_000).toBeGreaterThan(mayTakeMs);
  // Clients keep idle connections for less than five seconds.
  if (process === 'web') expect(setting('DRAIN_MS')).toBeGreaterThan(5_000);
});
