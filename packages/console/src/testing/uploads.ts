import type { paths } from '@countersign/client/dms'
import { onTestFinished, vi } from 'vitest'
import { answer, json } from './network.ts'
import { askedOf, give } from './services.ts'

type Upload = paths['/api/dms/uploads/{id}']['get']['responses'][200]['content']['application/json']

/** Of every part but the last. */
export const partBytes = 1000
export const part = '/api/dms/uploads/{id}/parts/{number}'
const [idOf, numberOf] = [4, 6].map(
  (place) =>
    ({ pathname }: URL) =>
      pathname.split('/')[place] ?? '',
) as [(url: URL) => string, (url: URL) => string]

/**
 * Takes uploads as the document service does: in parts, and a document when all of them are there. Who
 * sends again does not wait meanwhile. Gives the parts of each upload, by its id and their numbers.
 */
export function takeUploads(): Map<string, Map<string, string>> {
  const jitter = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => jitter.mockRestore())
  const [uploads, parts] = [new Map<string, Upload>(), new Map<string, Map<string, string>>()]
  const partsOf = (url: URL) => parts.get(idOf(url)) ?? new Map<string, string>()
  const get = (url: URL): Upload => {
    const upload = uploads.get(idOf(url))
    if (upload === undefined) throw new Error(`no upload at ${url.pathname}`)
    return upload
  }
  give('post', '/api/dms/uploads/initiate', ({ body: { fileName, sizeBytes } }) => {
    const upload = begun(`u-${uploads.size + 1}`, fileName, sizeBytes)
    uploads.set(upload.id, upload)
    parts.set(upload.id, new Map())
    return upload
  })
  give('get', '/api/dms/uploads/{id}', ({ url }) => get(url))
  answer('get', '/api/dms/uploads/{id}/parts', async ({ url }) => {
    const items = [...partsOf(url)].map(async ([number, text]) => ({
      number: Number(number),
      sizeBytes: text.length,
      sha256: await hashOf(text),
    }))
    return json({ items: await Promise.all(items), nextCursor: null })
  })
  answer('put', part, async ({ url, body }) => {
    partsOf(url).set(numberOf(url), String(body))
    return json({ number: Number(numberOf(url)), sha256: await hashOf(String(body)) })
  })
  answer('post', '/api/dms/uploads/{id}/complete', ({ url }) => {
    const { id, sizeBytes } = get(url)
    const receivedBytes = [...partsOf(url).values()].join('').length
    if (sizeBytes === receivedBytes)
      return json({
        documentId: `d-${id}`,
        versionId: `v-${id}`,
        versionNo: 1,
        sha256: '',
        sizeBytes,
      })
    const code = 'dms.size_mismatch'
    return json({ code, title: 'Too little', status: 422, receivedBytes, sizeBytes }, 422)
  })
  return parts
}

/** An upload of which nothing is there. */
export const begun = (id: string, fileName: string, sizeBytes: number): Upload => ({
  id,
  fileName,
  sizeBytes,
  receivedBytes: 0,
  status: 'INITIATED',
  partSizeBytes: partBytes,
  storageSourceId: 's-1',
  createdAt: '2026-11-18T08:12:00.000Z',
  expiresAt: '2026-11-19T08:12:00.000Z',
})

/** The numbers of the parts that were sent, in order. */
export const partsSent = (): readonly number[] =>
  askedOf('put', part).map(({ url }) => Number(numberOf(url)))

/** A file of so many bytes. */
export const aFile = (name: string, sizeBytes: number): File =>
  new File(['x'.repeat(sizeBytes)], name, { type: 'text/plain', lastModified: 1 })

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
