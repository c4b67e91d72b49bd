import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useDatabase } from '@countersign/test-kit/database'
import { createLoopProbe, type LoopProbe } from '@countersign/test-kit/loop-holds'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrations } from './migrations.ts'
import {
  createClient,
  type ServiceProcess,
  startServiceProcess,
} from './testing/service-process.ts'

/** So long nobody notices. Milliseconds of the processor. */
const MOST_MS = 50
const MOST_MIB = 64

let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let root: string
let probe: LoopProbe
let service: ServiceProcess

const user = { sub: randomUUID(), tenantId: randomUUID() }
const client = () => createClient(issuer, user, () => service.url)

beforeAll(async () => {
  const [database, testIssuer, folder, loopProbe] = await Promise.all([
    useDatabase({ migrations }),
    createTestIssuer(),
    mkdtemp(join(tmpdir(), 'dms-loop-')),
    createLoopProbe(),
  ])
  issuer = testIssuer
  root = folder
  probe = loopProbe
  service = await startServiceProcess({
    issuer,
    databaseUrl: database.url,
    environment: { ...probe.environment, STORAGE_FILESYSTEM_ROOT: root },
  })
  // What is loaded once for all tenants is no work of one of them.
  const { send } = client()
  await send('POST', 'documents/purge', {})
  await send('POST', 'documents/archive', {})
  await send('POST', 'folders', {})
  const { documentId, versionId } = await store('a short text\n')
  const next = await store('another\n', documentId)
  await compare(documentId, versionId, next.versionId)
})
afterAll(async () => {
  await service.kill()
  await Promise.all([issuer.close(), probe.close(), rm(root, { recursive: true })])
})

/** Stores a text, as a document or as another version of one, and waits until it is read. */
async function store(text: string, documentId?: string) {
  const { send, sendBytes } = client()
  const bytes = Buffer.from(text)
  const target = documentId === undefined ? {} : { documentId }
  const about = { fileName: 'a.txt', sizeBytes: bytes.length, ...target }
  const begun = await send('POST', 'uploads/initiate', about)
  const id = String(begun.body['id'])
  await sendBytes(id, bytes)
  const { body } = await send('POST', `uploads/${id}/complete`, {})
  const versionId = String(body['versionId'])
  await vi.waitFor(
    async () => expect((await send('GET', `versions/${versionId}/text`)).status).toBe(200),
    { timeout: 60_000, interval: 200 },
  )
  return { documentId: String(body['documentId']), versionId }
}

const compare = async (documentId: string, from: string, to: string) =>
  client().send('GET', `documents/${documentId}/compare?from=${from}&to=${to}&text=true`)

const many = <T>(count: number, part: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => part(at))

async function expectToYield(work: () => Promise<unknown>): Promise<void> {
  const { heldMs, grownMib } = await probe.during(async () => {
    await work()
  }, MOST_MS)
  expect(heldMs).toBeLessThan(MOST_MS)
  expect(grownMib).toBeLessThan(MOST_MIB)
}

it.each([
  ['documents/purge', { documentIds: many(300_000, () => '') }],
  ['documents/archive', { documentIds: many(25_000, () => user.sub) }],
  ['documents/purge', many(300_000, () => [])],
  ['folders', { name: 'a'.repeat(1_000_000) }],
])('lets no list that a tenant sends hold the loop: %s', async (path, body) => {
  await expectToYield(async () =>
    expect((await client().send('POST', path, body)).status).toBeLessThan(500),
  )
})

it.each([
  ['one word', 'a'.repeat(1_000_000)],
  ['letters that stand for many', '\ufdfa'.repeat(1_000_000)],
  ['words without spaces', '\u5408\u540c'.repeat(600_000)],
  ['different words', many(140_000, (at) => `w${at}`).join(' ')],
])('nor a text that is read: %s', async (_, text) => {
  await expectToYield(() => store(text))
})

it('nor texts that are compared', async () => {
  const old = await store(many(60_000, (at) => `${at}`).join('\n'))
  const next = await store(many(60_000, (at) => `${at * 2 + 1}`).join('\n'), old.documentId)
  await expectToYield(() => compare(old.documentId, old.versionId, next.versionId))
})
