import { call, type Body } from './api.ts'
import { platform } from './platform.ts'

export interface Uploaded {
  readonly documentId: string
  readonly versionId: string
  readonly versionNo: number
  readonly sha256: string
  readonly sizeBytes: number
}

/** initiate, content, complete. */
export async function uploadFile(
  token: string,
  fileName: string,
  bytes: Buffer,
): Promise<Uploaded> {
  const id = await initiateUpload(token, fileName, bytes.length)
  const content = await sendContent(token, id, bytes)
  if (content.status !== 200) throw new Error(`content: ${content.status} ${await content.text()}`)
  const completed = await call('POST', `/api/dms/uploads/${id}/complete`, { token, json: {} })
  if (completed.status !== 200) throw new Error(`complete: ${JSON.stringify(completed.body)}`)
  return completed.body as unknown as Uploaded
}

export async function initiateUpload(
  token: string,
  fileName: string,
  sizeBytes: number,
): Promise<string> {
  const json = { fileName, sizeBytes, contentType: 'application/pdf' }
  const { status, body } = await call('POST', '/api/dms/uploads/initiate', { token, json })
  if (status !== 201) throw new Error(`initiate: ${JSON.stringify(body)}`)
  return String(body['id'])
}

/** A file of text, as a document or as a further version of one. */
export async function uploadText(token: string, text: string, documentId?: string) {
  const bytes = Buffer.from(text)
  const of = documentId === undefined ? {} : { documentId }
  const json = { fileName: 'offer.txt', sizeBytes: bytes.length, contentType: 'text/plain', ...of }
  const { body: begun } = await call('POST', '/api/dms/uploads/initiate', { token, json })
  await sendContent(token, String(begun['id']), bytes)
  const path = `/api/dms/uploads/${String(begun['id'])}/complete`
  const { status, body } = await call('POST', path, { token, json: {} })
  if (status !== 200) throw new Error(`complete: ${JSON.stringify(body)}`)
  return body as unknown as Uploaded
}

/** The bytes, from `offset` on when one is given. */
export function sendContent(
  token: string,
  uploadId: string,
  bytes: Buffer,
  offset?: number,
): Promise<Response> {
  return fetch(`${platform().baseUrl}/api/dms/uploads/${uploadId}/content`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      ...(offset === undefined ? {} : { 'upload-offset': String(offset) }),
    },
    body: new Uint8Array(bytes),
  })
}

/** The version as the reader of this token sees it. */
export async function openDocument(token: string, versionId: string): Promise<Body> {
  return (await call('GET', `/api/dms/versions/${versionId}`, { token })).body
}
