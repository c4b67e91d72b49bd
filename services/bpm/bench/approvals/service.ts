// The service as it runs in production but for its workers, with a directory and an issuer beside it.
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer } from '@countersign/auth-verifier/testing'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import { createRequire } from 'node:module'
import { uuidv7 } from 'uuidv7'
import { buildApp } from '../../src/app.ts'
import type { Schema } from '../../src/db/schema.ts'
import { createDirectory } from '../../src/clients/directory.ts'
import { createDocuments } from '../../src/clients/documents.ts'
import { createOffload } from '../../src/offload/offload.ts'
import { createProcesses } from '../../src/runtime/load/processes.ts'
import { createWriter } from '../../src/runtime/write/writer.ts'
import { fakeCredentials, startFakeIam } from '../../src/testing/fake-iam.ts'
import { inARow, toUser, userTask } from '../../src/testing/processes.ts'
import { loopProcess } from './loop-process.ts'
import type { Statement } from './statements.ts'

const approvers = ['first', 'second', 'third'] as const

/** What the child says when it is ready. */
export interface Ready {
  readonly url: string
  readonly pid: number
  /** Tokens by user name, and what does not change from one approval to the next. */
  readonly tokens: Readonly<Record<string, string>>
  readonly fixed: readonly string[]
}

const { databaseUrl, poolSize, actionsPerStatement, looping } = JSON.parse(
  process.argv[2] ?? '{}',
) as {
  databaseUrl: string
  poolSize: number
  actionsPerStatement: number
  /** Whether the first decision leads back to itself, instead of on to the next. */
  looping?: boolean
}
let recorded: Statement[] | undefined
recordStatements()

const log = createLogger({ service: 'bench', level: 'error' })
const now = () => new Date()
const http = createHttpClient({ userAgent: 'bench' })
const [iam, issuer] = await Promise.all([startFakeIam(), createTestIssuer()])
const db = createDatabase<Schema>({ url: databaseUrl, poolSize, applicationName: 'bpm', log })
const tokenUrl = `${iam.url}/oauth2/token`
const serviceTokens = createServiceTokens({ tokenUrl, ...fakeCredentials, http, now })
const offload = createOffload()
const app = await buildApp(
  {
    db,
    writer: createWriter(db, { atOnce: actionsPerStatement }),
    log,
    now,
    directory: createDirectory({ iamUrl: iam.url, http, tokens: serviceTokens, now }),
    documents: createDocuments({ dmsUrl: undefined, http, tokens: serviceTokens }),
    processes: createProcesses(db, offload),
    offload,
    engineOptions: { administratorsRole: 'admin' },
    callbackOrigins: ['http://app.test'],
    publicUrl: 'http://platform.test',
    serviceTokens,
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
  },
  { version: '0', verifier: createVerifier(issuer) },
)
const tenantId = uuidv7()
const people = ['employee', ...approvers].map((username) => ({
  id: uuidv7(),
  tenantId,
  username,
  displayName: username,
  active: true,
  roles: [],
}))
iam.people.push(...people)
const permissions = ['expense:start', 'bpm:definition:write', 'bpm:instance:admin']
const tokens = Object.fromEntries(
  people.map(({ id, username }) => [
    username,
    issuer.userToken({ sub: id, tenantId, permissions }),
  ]),
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const definitionId = await prepare()
const fixed = [tenantId, definitionId, ...people.map(({ id }) => id)]
process.send?.({ url, pid: process.pid, tokens, fixed } satisfies Ready)
process.once('disconnect', () => process.exit())
process.on('message', (message: { record: boolean }) => {
  const done = recorded ?? []
  recorded = message.record ? [] : undefined
  process.send?.(done)
})

async function prepare(): Promise<string> {
  const application = issuer.serviceToken({
    clientId: 'expense-app',
    scopes: ['bpm.biztype.register'],
    tenantId,
  })
  await send('/internal/v1/bpm/biz-types', application, {
    code: 'expense',
    version: '1',
    name: 'Expense',
    variables: [{ name: 'amount', type: 'number', required: true }],
    detailPath: '/expenses/{bizId}',
    callback: { origin: 'http://app.test', path: '/events' },
    initiatePermission: 'expense:start',
  })
  const nodes = approvers.map((name) => ({
    id: `by-${name}`,
    xml: userTask(`by-${name}`, { candidates: toUser(name) }),
  }))
  const { id } = await send('/api/bpm/v1/definitions', tokens['employee'] ?? '', {
    bizType: 'expense',
    key: looping === true ? 'loop' : 'three',
    name: 'Approvals',
    bpmnXml: looping === true ? loopProcess : inARow('three', nodes),
  })
  await send(`/api/bpm/v1/definitions/${id}/publish`, tokens['employee'] ?? '', {})
  return id
}

async function send(path: string, token: string, body: unknown): Promise<{ id: string }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

/** Notes the statements of one request, for the ceiling to repeat them. */
function recordStatements(): void {
  const kit = createRequire(import.meta.resolve('@countersign/service-kit/db'))
  const { Client } = kit('pg') as { Client: { prototype: { query: Query } } }
  const { query } = Client.prototype
  Client.prototype.query = function (this: unknown, ...given) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : first?.text
    const values = Array.isArray(second) ? second : first instanceof Object ? first.values : []
    if (text !== undefined) recorded?.push({ text, values: values ?? [] })
    return query.apply(this, given)
  }
}

type Query = (
  this: unknown,
  ...given: [string | { text?: string; values?: unknown[] } | undefined, ...unknown[]]
) => unknown
