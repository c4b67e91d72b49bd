import { dms, unwrap } from '../api/clients.ts'
import { ApiProblem } from '../api/problem.ts'
import { dropEmpty } from './form/drop-empty.ts'

/** Where the bytes shall go: a new document in a folder, or a new version of a document. */
export interface Destination {
  readonly folderId?: string | undefined
  readonly documentId?: string | undefined
}

export interface Uploaded {
  readonly documentId: string
  readonly versionId: string
}

// Small enough that progress is seen and little is sent twice after a break.
const pieceBytes = 4 * 1024 * 1024

/**
 * Sends a file in pieces. An upload that was begun for the same file and place is gone on with from
 * where it stands, also after the page was closed.
 *
 * @throws ApiProblem when the service refuses; AbortError when `signal` was aborted.
 */
export async function uploadFile(
  file: File,
  destination: Destination,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const memory = `countersign.upload.${[file.name, file.size, file.lastModified, destination.folderId, destination.documentId].join('|')}`
  const begun = (await findBegun(memory)) ?? (await begin(file, destination))
  sessionStorage.setItem(memory, begun.id)
  const path = { id: begun.id }
  let offset = begun.receivedBytes
  onProgress(offset)
  while (offset < file.size || (file.size === 0 && offset === 0)) {
    const piece = file.slice(offset, offset + pieceBytes)
    await unwrap(
      dms.POST('/api/dms/uploads/{id}/content', {
        params: { path },
        headers: { 'content-type': 'application/octet-stream', 'upload-offset': String(offset) },
        body: piece as never,
        bodySerializer: (body: unknown) => body as Blob,
        signal,
      }),
    )
    offset += piece.size
    onProgress(offset)
    if (file.size === 0) break
  }
  const result = await unwrap(
    dms.POST('/api/dms/uploads/{id}/complete', { params: { path }, body: {}, signal }),
  )
  sessionStorage.removeItem(memory)
  return result
}

function begin(file: File, { folderId, documentId }: Destination) {
  const contentType = file.type === '' ? undefined : file.type
  return unwrap(
    dms.POST('/api/dms/uploads/initiate', {
      body: {
        fileName: file.name,
        sizeBytes: file.size,
        ...dropEmpty({ contentType, folderId, documentId }),
      },
    }),
  )
}

const open = new Set(['INITIATED', 'RECEIVING', 'RECEIVED'])

async function findBegun(memory: string) {
  const id = sessionStorage.getItem(memory)
  if (id === null) return undefined
  try {
    const upload = await unwrap(dms.GET('/api/dms/uploads/{id}', { params: { path: { id } } }))
    return open.has(upload.status) ? upload : undefined
  } catch (error) {
    // Expired, or somebody else's by now: begin anew.
    if (error instanceof ApiProblem && error.status === 404) return undefined
    throw error
  }
}
