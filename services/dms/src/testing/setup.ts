import { createHash, randomFillSync, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVerifier } from '@countersign/auth-verifier'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient, type HttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { buildApp } from '../app.ts'
import { createBpmClient } from '../clients/bpm.ts'
import { createTools } from '../conversion/tools.ts'
import { createSignedTokens } from '../core/signed-token.ts'
import type { Schema } from '../db/schema.ts'
import { createDrawing, createHashing } from '../create-deps.ts'
import type { Deps, Settings } from '../deps.ts'
import { createDirectory } from '../clients/directory.ts'
import { migrations } from '../migrations.ts'
import { createStores } from '../storage/stores.ts'
import { startFakeBpm } from './fake-bpm.ts'

export const allPermissions = [
  'dms:document:read',
  'dms:document:write',
  'dms:document:share',
  'dms:source:admin',
  'dms:audit:read',
]

export type Setup = Awaited<ReturnType<typeof setUp>>

/** The whole service on a real database, real files, a real key set and a fake workflow service. */
export async function setUp(settings: Partial<Settings> = {}, parts: Partial<Deps> = {}) {
  const [database, issuer, bpm, root] = await Promise.all([
    useDatabase({ migrations }),
    createTestIssuer(),
    startFakeBpm(),
    mkdtemp(join(tmpdir(), 'dms-test-')),
  ])
  const log = createLogger({ service: 'dms', level: 'silent' })
  const db = createDatabase<Schema>({
    url: database.url,
    poolSize: 12,
    applicationName: 'test',
    log,
  })
  const http = createHttpClient({ userAgent: 'test' })
  const clock = createClock()
  const deps: Deps = {
    ...createParts(bpm.url, root, http, clock.now),
    db,
    log,
    settings: { ...defaultSettings, ...settings },
    ...parts,
  }
  const app = await openApp(deps, issuer, bpm.url)
  const tenantId = randomUUID()

  return {
    asOwner: database.asOwner,
    ownerUrl: database.ownerUrl,
    app,
    bpm,
    db,
    deps,
    issuer,
    root,
    tenantId,
    memberships: bpm.memberships,
    makeUser: createUsers(issuer, tenantId),
    databaseUrl: database.url,
    advance: clock.advance,
    /** Lets time pass by `advance` alone while something is done, however long that takes. */
    withStoppedClock: clock.whileStopped,
    close: async () => {
      await app.close()
      await deps.stores.close()
      await http.close()
      await db.destroy()
      await Promise.all([database.drop(), issuer.close(), bpm.close()])
      await rm(root, { recursive: true })
    },
  }
}

/** The time of rules: that of the machine, but for what it is put forward. */
function createClock() {
  let skewMs = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + skewMs),
    advance: (ms: number) => {
      skewMs += ms
    },
    whileStopped: async (work: () => Promise<void>) => {
      stoppedAt = Date.now()
      await work().finally(() => {
        stoppedAt = undefined
      })
    },
  }
}

const defaultSettings: Settings = {
  publicUrl: 'https://platform.example',
  callbackOrigin: 'https://dms.example',
  firstSource: {
    kind: 'filesystem',
    endpoint: null,
    region: null,
    bucket: null,
    credentialsRef: null,
  },
  maxUploadBytes: 1024 ** 3,
  allowedTypes: ['*/*'],
  uploadExpiresSeconds: 3600,
  quotaBytes: 1024 ** 3,
  senderLeaseSeconds: 2,
  previewWorkers: 1,
}

/** What use-cases are given beside database, log and settings; iam and bpm are at one address. */
function createParts(
  platformUrl: string,
  root: string,
  http: HttpClient,
  now: () => Date,
): Omit<Deps, 'db' | 'log' | 'settings'> {
  const tokens = {
    get: async (scopes: readonly string[]) => scopes.join(' '),
    invalidate: () => undefined,
  }
  return {
    now,
    stores: createStores({
      filesystemRoot: root,
      endpoints: ['http://s3.allowed.example'],
      readCredentials: (reference) =>
        reference === 'STORAGE_TEST'
          ? { accessKey: 'a', secretKey: 'top-secret', endpoint: undefined, tenants: undefined }
          : undefined,
      uploadMemoryBytes: 64 * 1024 ** 2,
    }),
    directory: createDirectory({ iamUrl: platformUrl, http, tokens, now }),
    bpm: createBpmClient({ bpmUrl: platformUrl, http, tokens, timeoutMs: 400 }),
    signedTokens: createSignedTokens([Buffer.alloc(32, 7).toString('base64url')]),
    tools: createTools(process.env['PATH'] ?? ''),
    drawing: createDrawing(),
    hashing: createHashing(),
  }
}

type Issuer = Awaited<ReturnType<typeof createTestIssuer>>

const openApp = (deps: Deps, issuer: Issuer, bpmUrl: string) =>
  buildApp(deps, {
    version: '0',
    bodyTimeoutMs: 300,
    trust: {
      verifier: createVerifier({
        issuer: issuer.issuer,
        jwksUrl: issuer.jwksUrl,
        audience: issuer.issuer,
      }),
      workflowClientId: 'workflow',
      signatureKeys: `${bpmUrl}/api/bpm/v1/event-keys`,
    },
  })

const createUsers =
  (issuer: Issuer, tenantId: string) =>
  (options: { tenantId?: string; permissions?: string[]; sub?: string; agent?: string } = {}) => {
    const sub = options.sub ?? randomUUID()
    const token = issuer.userToken({
      sub,
      tenantId: options.tenantId ?? tenantId,
      permissions: options.permissions ?? allPermissions,
      ...(options.agent === undefined ? {} : { claims: { act: { sub: options.agent } } }),
    })
    return { id: sub, token, headers: { authorization: `Bearer ${token}` } }
  }

export type TestUser = ReturnType<Setup['makeUser']>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/** Sends JSON as a user; the answer's body is parsed when it is JSON. */
export async function call(
  setup: Pick<Setup, 'app'>,
  user: TestUser | undefined,
  method: Method,
  url: string,
  json?: unknown,
  headers: Record<string, string> = {},
) {
  const reply = await setup.app.inject({
    method,
    url,
    headers: { ...user?.headers, ...headers },
    ...(json === undefined ? {} : { payload: json as object }),
  })
  const isJson = method !== 'HEAD' && String(reply.headers['content-type']).includes('json')
  const body = (isJson ? reply.json() : {}) as Record<string, unknown>
  return { status: reply.statusCode, body, headers: reply.headers, bytes: reply.rawPayload }
}

export function sendBytes(
  setup: Pick<Setup, 'app'>,
  user: TestUser,
  uploadId: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
) {
  return setup.app.inject({
    method: 'POST',
    url: `/api/dms/uploads/${uploadId}/content`,
    headers: { ...user.headers, 'content-type': 'application/octet-stream', ...headers },
    payload: bytes,
  })
}

export async function initiate(
  setup: Pick<Setup, 'app'>,
  user: TestUser,
  sizeBytes: number,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { fileName: 'report.txt', sizeBytes, ...more }
  const reply = await call(setup, user, 'POST', '/api/dms/uploads/initiate', body)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return String(reply.body['id'])
}

export interface Uploaded {
  readonly documentId: string
  readonly versionId: string
  readonly versionNo: number
  readonly sha256: string
}

/** initiate, content, complete. */
export async function upload(
  setup: Pick<Setup, 'app'>,
  user: TestUser,
  bytes: Buffer = Buffer.from('hello'),
  more: Record<string, unknown> = {},
): Promise<Uploaded> {
  const id = await initiate(setup, user, bytes.length, more)
  const content = await sendBytes(setup, user, id, bytes)
  if (content.statusCode !== 200) throw new Error(content.body)
  const done = await call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return done.body as unknown as Uploaded
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** As much of a file as its type is told by. */
const SNIFFED = 4_100

/** A file that begins like none of a known type: of bytes that are all drawn, one file in some hundreds does. */
export function binary(size: number): Buffer {
  const bytes = Buffer.alloc(size, 'plain ')
  return size > SNIFFED ? randomFillSync(bytes, SNIFFED) : bytes
}
