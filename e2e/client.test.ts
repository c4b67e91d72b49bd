import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type Client,
  clientCredentials,
  createClient,
  download,
  itemsOf,
  pagesOf,
  ProblemError,
  upload,
} from '@countersign/client'
import { expect, it, onTestFinished } from 'vitest'
import { startBody } from './support/approvals.ts'
import { type CutLine, openCutLine } from './support/cut-line.ts'
import { clientFor, platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

// What an application does with `@countersign/client`, over a line that breaks.

async function setup(): Promise<{ line: CutLine; as: (username: string) => Client; own: Client }> {
  const line = await openCutLine()
  onTestFinished(line.close)
  const { clientId, clientSecret = '' } = clientFor('sample')
  const tokenUrl = `${platform().baseUrl}/oauth2/token`
  const tokensFor = clientCredentials({ tokenUrl, clientId, clientSecret })
  const { baseUrl } = line
  const retry = { baseDelayMs: 20 }
  return {
    line,
    as: (username) => createClient({ baseUrl, token: () => tokenOf(username), retry }),
    own: createClient({
      baseUrl,
      token: tokensFor(`bpm.instance.read tenant:${userNamed('employee').tenantId}`),
      retry,
    }),
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bizType = 'expense'

it('[BPM-10] starts one approval though the first answer is lost, and sees it decided', async () => {
  const { line, as, own } = await setup()
  const { bpm } = as('employee')
  const body = startBody(bizType, { amount: 500 })

  line.cutAnswers(1)
  const { id } = await bpm.startProcessInstance({ body })
  expect(line.cuts()).toBe(1)
  expect(await bpm.startProcessInstance({ body })).toMatchObject({ id })
  const query = { bizType, bizId: body.bizId }
  const { items } = await own.bpm.findOwnedProcessInstances({ query })
  expect(items.map((found) => found.id)).toEqual([id])

  const taskNo = await findTask(as('manager'), id)
  await as('manager').bpm.approveTask({ path: { taskNo }, body: { comment: 'fine' } })
  const status = async () => (await own.bpm.getOwnedProcessInstance({ path: { id } })).status
  await expect.poll(status).toBe('APPROVED')
})

async function findTask({ bpm }: Client, instanceId: string): Promise<string> {
  let found: string | undefined
  const look = async () => {
    for await (const { taskNo, instance } of itemsOf(bpm.listTasks, { query: { box: 'todo' } })) {
      if (instance.id === instanceId) found = taskNo
    }
    return found
  }
  await expect.poll(look).toBeDefined()
  return found ?? ''
}

it('gives every item of a list once, a page at a time', async () => {
  const { bpm } = (await setup()).as('employee')
  const q = `Pages ${randomUUID()}`
  const started = new Set<string>()
  for (let count = 0; count < 3; count++) {
    const body = { ...startBody(bizType, { amount: 10 }), title: q }
    started.add((await bpm.startProcessInstance({ body })).id)
  }
  const query = { box: 'initiated', q, limit: 2 } as const
  const sizes: number[] = []
  for await (const page of pagesOf(bpm.searchProcessInstances, { query })) {
    sizes.push(page.items.length)
  }
  expect(sizes).toEqual([2, 1])
  const found: string[] = []
  for await (const { id } of itemsOf(bpm.searchProcessInstances, { query })) found.push(id)
  expect(found).toHaveLength(3)
  expect(new Set(found)).toEqual(started)
})

it('says by code and place why it was refused', async () => {
  const { bpm } = (await setup()).as('employee')
  const { variables, ...rest } = startBody(bizType, { amount: 10 })
  const body = { ...rest, variables: { ...variables, amount: 'much' } }
  const refusal: unknown = await bpm.startProcessInstance({ body }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ProblemError)
  expect(refusal).toMatchObject({
    status: 422,
    code: 'bpm.variables_invalid',
    pointer: '/variables/amount',
  })
})

it('[DMS-02] uploads in parts over a line that breaks, goes on in another process, downloads ranges', async () => {
  const { line, as } = await setup()
  const { dms } = as('employee')
  const bytes = randomBytes(25_000_000)
  const file = new Blob([bytes])

  line.cutAfterSent(3_000_000, 2)
  const abort = new AbortController()
  let sessionId = ''
  const first = upload(dms, file, {
    fileName: 'plan.bin',
    concurrency: 2,
    signal: abort.signal,
    onSession: (id) => (sessionId = id),
    onProgress: ({ storedBytes }) => storedBytes > 8_000_000 && abort.abort(new Error('killed')),
  })
  await expect(first).rejects.toThrow('killed')
  expect(line.cuts()).toBe(2)

  const before = await dms.getUpload({ path: { id: sessionId } })
  expect(before.receivedBytes).toBeGreaterThan(0)
  line.cutAfterSent(3_000_000, 1)
  const done = await upload(dms, file, { fileName: 'plan.bin', sessionId })
  expect(done.sizeBytes).toBe(bytes.length)
  expect(done.sha256).toBe(sha256(bytes))

  const path = { versionId: done.versionId }
  line.cutAfterReceived(5_000_000, 3)
  const { stream, totalBytes } = await download(dms.downloadVersion, { path })
  expect(sha256(await bytesOf(stream))).toBe(done.sha256)
  expect(totalBytes).toBe(bytes.length)
  expect(line.cuts()).toBe(6)
  const range = { start: 1_000, end: 1_999 }
  const part = await download(dms.downloadVersion, { path }, { range })
  expect(await bytesOf(part.stream)).toEqual(bytes.subarray(1_000, 2_000))
})

it('[DMS-02] makes one document though the answers to beginning and completing are lost', async () => {
  const { line, as } = await setup()
  const { dms } = as('employee')
  const fileName = `${randomUUID()}.txt`
  line.cutAnswers(1)
  const done = await upload(dms, new Blob(['once']), {
    fileName,
    onProgress: () => line.cutAnswers(1),
  })
  expect(line.cuts()).toBe(2)
  const made: string[] = []
  for await (const { id, title } of itemsOf(dms.listDocuments, { query: {} })) {
    if (title.startsWith(fileName.slice(0, 36))) made.push(id)
  }
  expect(made).toEqual([done.documentId])
})

const bytesOf = async (stream: ReadableStream) =>
  Buffer.from(await new Response(stream).arrayBuffer())
