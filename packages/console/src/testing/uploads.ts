import type { paths } from '../api/generated/dms.d.ts'
import { answer, json } from './network.ts'
import { askedOf, give } from './services.ts'

type Upload = paths['/api/dms/uploads/{id}']['get']['responses'][200]['content']['application/json']

const content = '/api/dms/uploads/{id}/content'
const idOf = ({ pathname }: URL) => pathname.split('/')[4] ?? ''

/**
 * Takes uploads as the document service does: bytes at the offset where they belong and nowhere
 * else, and a document when all of them are there. Gives the uploads by their ids.
 */
export function takeUploads(): Map<string, Upload> {
  const uploads = new Map<string, Upload>()
  const get = (url: URL): Upload => {
    const upload = uploads.get(idOf(url))
    if (upload === undefined) throw new Error(`no upload at ${url.pathname}`)
    return upload
  }
  give('post', '/api/dms/uploads/initiate', ({ body: { fileName, sizeBytes } }) => {
    const upload: Upload = {
      id: `u-${uploads.size + 1}`,
      fileName,
      sizeBytes,
      receivedBytes: 0,
      status: 'INITIATED',
      partSizeBytes: 8_000_000,
      storageSourceId: 's-1',
      createdAt: '2026-11-18T08:12:00.000Z',
      expiresAt: '2026-11-19T08:12:00.000Z',
    }
    uploads.set(upload.id, upload)
    return upload
  })
  give('get', '/api/dms/uploads/{id}', ({ url }) => get(url))
  answer('post', content, ({ url, headers, body }) => {
    const upload = get(url)
    if (Number(headers.get('upload-offset')) !== upload.receivedBytes) {
      const code = 'dms.upload_offset_mismatch'
      return json({ code, title: 'Not there', status: 409 }, 409)
    }
    const receivedBytes = upload.receivedBytes + String(body ?? '').length
    uploads.set(upload.id, { ...upload, receivedBytes, status: 'RECEIVING' })
    return json({ receivedBytes })
  })
  give('post', '/api/dms/uploads/{id}/complete', ({ url }) => {
    const { id, sizeBytes, receivedBytes } = get(url)
    if (sizeBytes !== receivedBytes) throw new Error(`${receivedBytes} of ${sizeBytes} bytes`)
    uploads.delete(id)
    return { documentId: `d-${id}`, versionId: `v-${id}`, versionNo: 1, sha256: '', sizeBytes }
  })
  return uploads
}

/** The offsets at which bytes were sent, in order. */
export const offsetsSent = (): readonly number[] =>
  askedOf('post', content).map(({ headers }) => Number(headers.get('upload-offset')))

/** A file of so many bytes. */
export const aFile = (name: string, sizeBytes: number): File =>
  new File(['x'.repeat(sizeBytes)], name, { type: 'text/plain', lastModified: 1 })
