import { readFileSync } from 'node:fs'
import { AnchorConfig, checkAnchor } from '@countersign/service-kit/audit-settings'
import {
  CommonConfig,
  ConfigError,
  JwksConfig,
  KeptDays,
  loadConfig,
  Secret,
  ServiceUrl,
} from '@countersign/service-kit/config'
import { RevocationConfig } from '@countersign/service-kit/revocations'
import { TracingConfig } from '@countersign/service-kit/tracing-settings'
import { type Static, Type } from 'typebox'
import { STORAGE_KINDS, type StorageKind } from './core/storage-kind.ts'
import type { ReadCredentials, SourcePlace } from './storage/driver.ts'

const GIB = 1024 ** 3

export const ConfigSchema = Type.Object({
  ...CommonConfig,
  ...TracingConfig,
  ...JwksConfig,
  ...RevocationConfig,
  ...AnchorConfig,
  IAM_URL: ServiceUrl('Where iam is reached for service tokens and the directory.'),
  BPM_URL: ServiceUrl('Where bpm is reached for approvals.'),
  DMS_CLIENT_ID: Type.String({ minLength: 1, description: 'This service as a SERVICE client.' }),
  DMS_CLIENT_SECRET: Secret({ description: 'Secret of DMS_CLIENT_ID.' }),
  WORKFLOW_CLIENT_ID: Type.String({
    minLength: 1,
    description: 'Client of the workflow service; no other may deliver events.',
  }),
  DMS_CALLBACK_ORIGIN: ServiceUrl('Origin at which bpm reaches this service.'),
  ADDRESS_SIGNING_KEY: Secret({
    pattern: '^[A-Za-z0-9_-]{43}(,[A-Za-z0-9_-]{43})*$',
    description:
      'Comma-separated keys of 32 bytes in base64url: the first signs temporary addresses and share tickets, all verify.',
  }),
  STORAGE_FILESYSTEM_ROOT: Type.Optional(
    Type.String({ minLength: 1, description: 'Folder of objects; the default source if set.' }),
  ),
  STORAGE_S3_ENDPOINT: Type.Optional(
    ServiceUrl('S3 that is the default source where STORAGE_FILESYSTEM_ROOT is not set.'),
  ),
  STORAGE_S3_BUCKET: Type.Optional(Type.String({ minLength: 3, description: 'Its bucket.' })),
  STORAGE_S3_REGION: Type.String({ default: 'us-east-1', description: 'Its region.' }),
  STORAGE_ENDPOINTS: Type.Optional(
    Type.String({ description: 'Comma-separated S3 endpoints administrators may name.' }),
  ),
  STORAGE_TIMEOUT_MS: Type.Integer({
    minimum: 1000,
    default: 60_000,
    description: 'How long an S3 server may take for one request; each is tried four times.',
  }),
  UPLOAD_MEMORY_MIB: Type.Integer({
    minimum: 16,
    default: 256,
    description: 'What uploads on their way to S3 may take of memory; more wait for their turn.',
  }),
  CLAMD_URL: Type.Optional(
    Type.String({
      pattern: '^(?:tcp://[^/\\s:]+:\\d+|unix:///\\S+)$',
      description: 'clamd, as tcp://host:port or unix:///path: no file leaves unless it is clean.',
    }),
  ),
  PREVIEW_WORKERS: Type.Integer({
    minimum: 0,
    maximum: 16,
    default: 1,
    description: 'How many files this process makes previews of at once; 0: none.',
  }),
  PREVIEW_ISOLATION: Type.Enum(['preferred', 'required'], {
    default: 'preferred',
    description: 'Whether preview tools may run where they cannot be cut off from the network.',
  }),
  UPLOAD_MAX_BYTES: Type.Integer({
    minimum: 1,
    default: 10 * GIB,
    description: 'Largest single file.',
  }),
  UPLOAD_ALLOWED_TYPES: Type.String({
    default: '*/*',
    description: 'Comma-separated media types that are accepted, such as image/*.',
  }),
  UPLOAD_EXPIRES_SECONDS: Type.Integer({
    minimum: 60,
    default: 86_400,
    description: 'How long an upload waits for its next byte.',
  }),
  RECEIVED_EVENTS_KEPT_DAYS: KeptDays(30, 'events of approvals that bpm sent'),
  UPLOADS_KEPT_DAYS: KeptDays(30, 'uploads that ended, with the answers to them,'),
  SHARE_ATTEMPTS_KEPT_DAYS: KeptDays(
    30,
    'wrong passwords of shares, with the addresses they came from,',
  ),
  QUOTA_BYTES: Type.Integer({
    minimum: 0,
    default: 1024 * GIB,
    description: 'What one tenant may store.',
  }),
})

export type Config = Static<typeof ConfigSchema>

/** Reads every setting of the service; names all faults at once, never a value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = checkAnchor(loadConfig(ConfigSchema, env))
  findFirstSource(config)
  if (config.STORAGE_S3_ENDPOINT !== undefined && config.STORAGE_S3_BUCKET === undefined) {
    throw new ConfigError(['STORAGE_S3_BUCKET is missing'])
  }
  return config
}

/** What of each kind the deployment offers to a tenant that has no source yet. */
const firstOf = {
  filesystem: ({ STORAGE_FILESYSTEM_ROOT: root }) =>
    root === undefined
      ? undefined
      : { kind: 'filesystem', endpoint: null, region: null, bucket: null, credentialsRef: null },
  s3: ({ STORAGE_S3_ENDPOINT: endpoint, STORAGE_S3_REGION: region, STORAGE_S3_BUCKET: bucket }) =>
    endpoint === undefined
      ? undefined
      : { kind: 's3', endpoint, region, bucket: bucket ?? null, credentialsRef: 'STORAGE_S3' },
} as const satisfies Record<StorageKind, (config: Config) => SourcePlace | undefined>

/** The source that a tenant gets when it has none: of the first kind that is configured. */
export function findFirstSource(config: Config): SourcePlace {
  for (const kind of STORAGE_KINDS) {
    const first = firstOf[kind](config)
    if (first !== undefined) return first
  }
  throw new ConfigError(['STORAGE_FILESYSTEM_ROOT or STORAGE_S3_ENDPOINT is needed'])
}

/**
 * Finds storage credentials by the prefix that a source names: `<PREFIX>_ACCESS_KEY` and
 * `<PREFIX>_SECRET_KEY` (or `…_FILE`), and optionally `<PREFIX>_ENDPOINT` and `<PREFIX>_TENANTS`,
 * which say where and for whom they may be used.
 */
export function credentialsFrom(env: NodeJS.ProcessEnv): ReadCredentials {
  const read = (name: string) => {
    const file = env[`${name}_FILE`]
    return env[name] ?? (file ? readFileSync(file, 'utf8').trim() : undefined)
  }
  return (reference) => {
    const accessKey = read(`${reference}_ACCESS_KEY`)
    const secretKey = read(`${reference}_SECRET_KEY`)
    if (!accessKey || !secretKey) return undefined
    return {
      accessKey,
      secretKey,
      endpoint: env[`${reference}_ENDPOINT`],
      tenants: env[`${reference}_TENANTS`]?.split(',').map((tenant) => tenant.trim()),
    }
  }
}
