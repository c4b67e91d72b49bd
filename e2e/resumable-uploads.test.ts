import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDocument } from './support/documents.ts'
import { makePdf } from './support/pdf.ts'
import { platform } from './support/platform.ts'
import { kill, restarted } from './support/processes.ts'
import { tokenOf } from './support/sign-in.ts'

const pdf = makePdf(40 * 1024 * 1024 + 7)
const sha256 = createHash('sha256').update(pdf).digest('hex')
const endpoint = () => `${platform().baseUrl}/api/dms/uploads`

describe('tus-js-client in Node', () => {
  /** Sends until the client is done or gives up. @returns the version, or the answer that ended it. */
  function send(token: string, options: UploadOptions) {
    return new Promise<{ url: string | null; versionId?: string; refused?: number }>((resolve) => {
      const upload: Upload = new Upload(pdf, {
        headers: { authorization: `Bearer ${token}` },
        chunkSize: 8 * 1024 * 1024,
        // A minute in all, which a service may take to come back.
        retryDelays: [500, 1000, 2000, 4000, ...Array<number>(10).fill(5000)],
        metadata: { filename: 'trip.pdf', filetype: 'application/pdf' },
        ...options,
        onSuccess: ({ lastResponse }) =>
          resolve({ url: upload.url, versionId: lastResponse.getHeader('Version-Id') ?? '' }),
        onError: (error) => {
          const refused = (error as DetailedError).originalResponse?.getStatus() ?? 0
          resolve({ url: upload.url, refused })
        },
      })
      upload.start()
    })
  }

  it('[DMS-04] [DMS-05] goes on by itself when dms is killed half way', async () => {
    const token = await tokenOf('employee')
    const methods: string[] = []
    let killed: number | undefined

    const { versionId } = await send(token, {
      endpoint: endpoint(),
      onAfterResponse: (request, response) => {
        methods.push(request.getMethod())
        const offset = Number(response.getHeader('Upload-Offset') ?? 0)
        if (killed === undefined && offset > 0) killed = kill('dms')
      },
    })
    await restarted('dms', killed ?? 0)

    expect(methods.filter((method) => method === 'POST')).toHaveLength(1)
    expect(await openDocument(token, String(versionId))).toMatchObject({ sha256 })
  })

  it('[DMS-11] finds nothing where somebody else uploads', async () => {
    const { url } = await send(await tokenOf('employee'), { endpoint: endpoint() })

    const { refused } = await send(await tokenOf('manager'), { uploadUrl: url, endpoint: null })

    expect(refused).toBe(404)
  })
})

describe('curl, by the IETF draft', () => {
  let folder: string
  let file: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'))
    file = join(folder, 'trip.pdf')
    await writeFile(file, pdf)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const argumentsOf = (token: string, fields: Readonly<Record<string, string>>) => [
    '-sS',
    '-H',
    `Authorization: Bearer ${token}`,
    '-H',
    'Upload-Draft-Interop-Version: 8',
    ...Object.entries(fields).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ]
  const curl = async (args: readonly string[]) =>
    (await promisify(execFile)('curl', [...args])).stdout
  const creation = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="trip.pdf"',
    'Upload-Complete': '?1',
  }
  const body = (path: string) => ['-X', 'POST', '--data-binary', `@${path}`]

  it('[DMS-01] [DMS-02] uploads a file, and hears of it on the way', async () => {
    const token = await tokenOf('employee')

    const text = await curl([...argumentsOf(token, creation), '-i', ...body(file), endpoint()])

    const early = text.split('\r\n\r\n').filter((part) => part.startsWith('HTTP/1.1 104'))
    expect(early[0]).toMatch(/\nlocation: \/api\/dms\/uploads\//i)
    expect(early.at(-1)).toMatch(/\nupload-offset: \d+/i)
    expect(text).toMatch(/HTTP\/1\.1 200 /)
    expect(text).toMatch(/\nupload-complete: \?1/i)
    expect(text).toContain(sha256)
  })

  it('[DMS-04] [DMS-05] goes on when curl and dms were killed half way', async () => {
    const token = await tokenOf('employee')
    // Slow enough that most of the file is still to come when the first of it is durable.
    const sender = spawn('curl', [
      ...argumentsOf(token, creation),
      '--limit-rate',
      '6M',
      '-v',
      ...body(file),
      endpoint(),
    ])
    const { location, durable } = await firstDurable(sender)
    sender.kill('SIGKILL')
    await restarted('dms', kill('dms'))

    const url = new URL(location, platform().baseUrl).href
    const head = await curl([...argumentsOf(token, {}), '-I', url])
    const [, offset = ''] = /\nupload-offset: (\d+)/i.exec(head) ?? []
    expect(Number(offset)).toBeGreaterThanOrEqual(durable)
    expect(head).toMatch(/\nupload-complete: \?0/i)
    const rest = join(folder, 'rest')
    await writeFile(rest, pdf.subarray(Number(offset)))
    const fields = {
      'Content-Type': 'application/partial-upload',
      'Upload-Offset': offset,
      'Upload-Complete': '?1',
    }
    const done = await curl([
      ...argumentsOf(token, fields),
      '-X',
      'PATCH',
      '--data-binary',
      `@${rest}`,
      url,
    ])

    expect(JSON.parse(done)).toMatchObject({ sha256, sizeBytes: pdf.length })
  })
})

/** Reads stderr, which curl does not buffer, until it was told that bytes are durable. */
function firstDurable({ stderr }: ChildProcessWithoutNullStreams) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    location: string
    durable: number
  }>()
  let text = ''
  stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const [, location] = /\n< location: (\S+)\r?\n/i.exec(text) ?? []
    const [, offset] = /\n< upload-offset: ([1-9]\d*)\r?\n/i.exec(text) ?? []
    if (location !== undefined && offset !== undefined) {
      resolve({ location, durable: Number(offset) })
    }
  })
  stderr.once('end', () => reject(new Error(`curl ended before bytes were durable: ${text}`)))
  return promise
}
