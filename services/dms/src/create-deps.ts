import type { RevocationFeed } from '@countersign/auth-verifier'
import { listOf } from '@countersign/service-kit/config'
import type { OriginRule } from '@countersign/service-kit/cors'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient, type HttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { createRevocationsOf } from '@countersign/service-kit/revocations'
import { createSemaphore, type Semaphore } from '@countersign/service-kit/semaphore'
import { createServiceTokens, type ServiceTokens } from '@countersign/service-kit/service-token'
import { createSpaOrigins } from '@countersign/service-kit/spa-origins'
import { createBpmClient } from './clients/bpm.ts'
import { type Config, credentialsFrom, findFirstSource } from './config.ts'
import { createTools } from './conversion/tools.ts'
import { createSignedTokens } from './core/signed-token.ts'
import type { Schema } from './db/schema.ts'
import type { IamAccess } from './features/erasures/worker.ts'
import type { Deps, Settings } from './deps.ts'
import { createDirectory } from './clients/directory.ts'
import { problems } from './problems.ts'
import { createClamdScanner } from './scanning/clamd.ts'
import { createStores, type Stores } from './storage/stores.ts'

const BPM_TIMEOUT_MS = 8_000
const SENDER_LEASE_SECONDS = 10
const DRAWN_AT_ONCE = 2
const WAITING_TO_BE_DRAWN = 20

/** Each page drawn on request costs seconds of CPU: more than a few at once are refused. */
export const createDrawing = (): Semaphore =>
  createSemaphore({
    permits: DRAWN_AT_ONCE,
    queue: { max: WAITING_TO_BE_DRAWN, refuse: tooManyDrawn },
  })

const tooManyDrawn = () =>
  problems.unavailable({
    detail: 'Too many pages are being drawn.',
    headers: { 'retry-after': '5' },
  })

/** Each password costs 19 MiB and some hundredths of a second of CPU. */
export const createHashing = ({ atOnce = 2, waiting = 100 } = {}): Semaphore =>
  createSemaphore({ permits: atOnce, queue: { max: waiting, refuse: tooManyHashed } })

const tooManyHashed = () =>
  problems.unavailable({
    detail: 'Too many passwords are being looked at.',
    headers: { 'retry-after': '1' },
  })

interface Built {
  readonly deps: Deps
  readonly corsOrigins: OriginRule
  readonly revocations: RevocationFeed | undefined
  /** For what iam asks of this service. */
  readonly iam: IamAccess
  readonly close: () => Promise<void>
}

/**
 * Builds everything from the configuration; nothing connects before it is used.
 *
 * @param logTo Standard output, unless that is for something else.
 */
export function createDeps(
  config: Config,
  env: NodeJS.ProcessEnv,
  logTo?: NodeJS.WritableStream,
): Built {
  const log = createLogger({ service: 'dms', level: config.LOG_LEVEL }, logTo)
  const now = () => new Date()
  const http = createHttpClient({ userAgent: 'countersign-dms' })
  const db = createDatabase<Schema>({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'dms',
    log,
  })
  const tokens = openTokens(config, http, now)
  const stores = openStores(config, env)
  const deps: Deps = {
    db,
    log,
    now,
    stores,
    directory: createDirectory({ iamUrl: config.IAM_URL, http, tokens, now }),
    bpm: createBpmClient({ bpmUrl: config.BPM_URL, http, tokens, timeoutMs: BPM_TIMEOUT_MS }),
    signedTokens: createSignedTokens(config.ADDRESS_SIGNING_KEY.split(',')),
    ...(config.CLAMD_URL === undefined ? {} : { scanner: createClamdScanner(config.CLAMD_URL) }),
    tools: createTools(env['PATH'] ?? '', config.PREVIEW_ISOLATION === 'required'),
    drawing: createDrawing(),
    hashing: createHashing(),
    settings: readSettings(config),
  }
  const close = async () => {
    await stores.close()
    await http.close()
    await db.destroy()
  }
  const corsOrigins = createSpaOrigins({
    iamUrl: config.IAM_URL,
    http,
    tokens,
    now,
    log,
    always: listOf(config.CORS_ORIGINS),
  })
  const clientId = config.DMS_CLIENT_ID
  const revocations = createRevocationsOf({ config, clientId, tokens, log })
  const iam = { iamUrl: config.IAM_URL, http, tokens }
  return { deps, corsOrigins, revocations, iam, close }
}

function openTokens(config: Config, http: HttpClient, now: () => Date): ServiceTokens {
  return createServiceTokens({
    tokenUrl: `${config.IAM_URL.replace(/\/+$/, '')}/oauth2/token`,
    clientId: config.DMS_CLIENT_ID,
    clientSecret: config.DMS_CLIENT_SECRET,
    http,
    now,
  })
}

function openStores(config: Config, env: NodeJS.ProcessEnv): Stores {
  return createStores({
    filesystemRoot: config.STORAGE_FILESYSTEM_ROOT,
    endpoints: [...listOf(config.STORAGE_ENDPOINTS), ...listOf(config.STORAGE_S3_ENDPOINT)],
    readCredentials: credentialsFrom(env),
    timeoutMs: config.STORAGE_TIMEOUT_MS,
    uploadMemoryBytes: config.UPLOAD_MEMORY_MIB * 1024 ** 2,
  })
}

function readSettings(config: Config): Settings {
  return {
    publicUrl: config.ISSUER_URL,
    callbackOrigin: config.DMS_CALLBACK_ORIGIN,
    firstSource: findFirstSource(config),
    maxUploadBytes: config.UPLOAD_MAX_BYTES,
    allowedTypes: listOf(config.UPLOAD_ALLOWED_TYPES),
    uploadExpiresSeconds: config.UPLOAD_EXPIRES_SECONDS,
    quotaBytes: config.QUOTA_BYTES,
    senderLeaseSeconds: SENDER_LEASE_SECONDS,
    previewWorkers: config.PREVIEW_WORKERS,
  }
}
