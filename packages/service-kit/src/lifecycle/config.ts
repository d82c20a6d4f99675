import { z } from 'zod';

const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\//.test(text);
const isQueueUrl = (text: string) => isPostgresUrl(text) || /^rediss?:\/\//.test(text);

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

/** Settings that all services share. */
export const commonSettings = {
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: z.string().refine(isPostgresUrl, 'must be a postgres:// URL'),
  /** `checked`: migrations run as a separate step, and a start on an outdated schema fails. */
  MIGRATIONS: z.enum(['run', 'checked']).default('run'),
  QUEUE_URL: z.string().refine(isQueueUrl, 'must be a postgres:// or redis:// URL'),
  INTERNAL_SECRET: z.string().min(32, 'must have at least 32 characters'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** How long a stopping process keeps serving, so that load balancers notice that it is not ready. */
  DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  /** `[HOST:]PORT` of a private listener for `GET /metrics` and health checks; the default host is this machine. */
  METRICS_PORT: z
    .string()
    .regex(/^(\S+:)?\d{1,5}$/, 'must be a port, or host:port')
    .transform((text) => {
      const [port, ...host] = text.split(':').reverse();
      return { host: host.reverse().join(':') || '127.0.0.1', port: Number(port) };
    })
    .optional(),
  /** OTLP endpoint for spans (HTTP, JSON); tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
} as const;

/** The settings that the kit itself reads. */
export type CommonConfig = z.output<z.ZodObject<typeof commonSettings>>;

/** A missing or invalid setting; the message is one line that names it. */
export class ConfigError extends Error {}

/** Reads the environment through a schema. Throws {@link ConfigError} with all invalid settings in one line. */
export function readConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.output<S> {
  // An empty value means "not set", as in compose files and shells.
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.')} ${String(path[0]) in present ? message : 'is missing'}`,
  );
  throw new ConfigError(`Configuration: ${wrong.join('; ')}`);
}
