import { randomBytes } from 'node:crypto'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tus, tusBytes } from '../../../testing/resumable.ts'
import { openServerLab, type ServerLab } from '../../../testing/server-lab.ts'
import { sha256 } from '../../../testing/setup.ts'

// An upload by tus to an S3, while that or dms is killed and started again.

type Body = RequestInit['body']

const MIB = 1024 * 1024
const bytes = randomBytes(40 * MIB + 3)

const program = findProgram('s3server', process.env) ?? ''
describe('tus 1.0 on an S3', { tags: 's3server' }, () => withServer(program))

function withServer(program: string) {
  let opened: ServerLab
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    opened = await openServerLab(program)
    const { endpoint, region, accessKey, secretKey } = opened.server
    environment = {
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: opened.bucket.name,
      STORAGE_S3_ACCESS_KEY: accessKey,
      STORAGE_S3_SECRET_KEY: secretKey,
      STORAGE_TIMEOUT_MS: '4000',
      PREVIEW_WORKERS: '0',
    }
    await opened.lab.start(environment)
  })
  afterAll(() => opened.close())

  const send = (method: string, path: string, headers: Record<string, string>, body?: Body) =>
    opened.lab.client.send(method, path, undefined, {
      headers,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)

  async function begin(): Promise<string> {
    const fields = { ...tus, 'upload-length': String(bytes.length) }
    const { headers } = await send('POST', 'uploads', fields)
    return String(headers.get('location')).replace('/api/dms/', '')
  }

  /** Sends from this offset, the first part at once and the rest only when it may. */
  const append = (path: string, offset: number, mayGoOn: Promise<unknown>) => {
    async function* slowly() {
      yield bytes.subarray(offset, offset + 20 * MIB)
      await mayGoOn
      yield bytes.subarray(offset + 20 * MIB)
    }
    const fields = { ...tusBytes, 'upload-offset': String(offset) }
    return send('PATCH', path, fields, ReadableStream.from(slowly()) as unknown as Body)
  }

  const storedBytes = async (path: string) =>
    Number((await opened.lab.client.send('GET', path)).body['receivedBytes'])

  /** What a client does that heard of nothing: asks where its upload stands, and sends the rest. */
  const persist = (path: string) =>
    vi.waitFor(
      async () => {
        const { status, headers } = await send('HEAD', path, tus)
        const versionId = headers.get('version-id')
        if (versionId !== null) return versionId
        if (status === 200)
          await append(path, Number(headers.get('upload-offset')), Promise.resolve())
        throw new Error('the upload has not ended')
      },
      { timeout: 120_000, interval: 100 },
    )

  it.each([
    ['the S3', () => opened.server.kill(), () => opened.server.start()],
    ['dms', () => opened.lab.stop(), () => opened.lab.start(environment)],
  ])('[DMS-04] [DMS-05] goes on when %s was killed half way', async (_, kill, start) => {
    const path = await begin()
    const killed = Promise.withResolvers<void>()
    const broken = append(path, 0, killed.promise).catch(() => undefined)
    await expect.poll(() => storedBytes(path)).toBeGreaterThan(0)
    const durable = await storedBytes(path)

    await kill()
    killed.resolve()
    const refused = await broken
    await start()

    if (refused !== undefined) expect(refused.body['code']).toBe('dms.storage_unavailable')
    const { headers } = await vi.waitFor(async () => {
      const look = await send('HEAD', path, tus)
      expect(look.status).toBe(200)
      return look
    }, 60_000)
    expect(Number(headers.get('upload-offset'))).toBeGreaterThanOrEqual(durable)
    const versionId = await persist(path)
    const { bytes: stored } = await opened.lab.client.send('GET', `versions/${versionId}/content`)
    expect(sha256(stored)).toBe(sha256(bytes))
    expect(await opened.bucket.listUnfinished()).toEqual([])
  })
}
