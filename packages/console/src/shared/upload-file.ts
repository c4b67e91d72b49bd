import type { UploadOptions } from '@countersign/client'
import { ApiProblem } from '../api/problem.ts'
import { authorizedFetch } from '../auth/authorized-fetch.ts'
import { SessionEnded } from '../auth/session.ts'

/** Where the bytes shall go: a new document in a folder, or a new version of a document. */
export interface Destination {
  readonly folderId?: string | undefined
  readonly documentId?: string | undefined
}

export interface Uploaded {
  readonly documentId: string
  readonly versionId: string
}

// Of a file. Browsers have six connections for HTTP/1.1, two files are sent at once, and pages ask too.
const partsAtOnce = 2

/**
 * Sends a file by the platform's own client: in parts, again while the line is down. An upload that was
 * begun for the same file and place is gone on with, also after the page was closed.
 *
 * @throws ApiProblem when the service refuses or cannot be reached; AbortError when `signal` was aborted.
 */
export async function uploadFile(
  file: File,
  destination: Destination,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  // Not before somebody uploads: the first page does without.
  const { createClient, NoAnswer, ProblemError, upload, UploadEnded } =
    await import('@countersign/client')
  const { folderId, documentId } = destination
  const memory = `countersign.upload.${[file.name, file.size, file.lastModified, folderId, documentId].join('|')}`
  const stop = new AbortController()
  const { dms } = createClient({ baseUrl: location.origin, fetch: sendUntilEnd(stop) })
  const options: UploadOptions = {
    fileName: file.name,
    folderId,
    documentId,
    concurrency: partsAtOnce,
    onSession: (id) => sessionStorage.setItem(memory, id),
    onProgress: ({ storedBytes }) => onProgress(storedBytes),
    signal: AbortSignal.any([signal, stop.signal]),
  }
  const isOver = (error: unknown) =>
    error instanceof UploadEnded || (error instanceof ProblemError && over.has(error.status))
  const send = async () => {
    const sessionId = sessionStorage.getItem(memory)
    if (sessionId === null) return upload(dms, file, options)
    return upload(dms, file, { ...options, sessionId }).catch((error: unknown) => {
      if (!isOver(error)) throw error
      return upload(dms, file, options)
    })
  }
  const result = await send().catch((error: unknown) => {
    if (error instanceof ProblemError) throw new ApiProblem(error.problem, { cause: error })
    // Under it lies what the console's own call said.
    throw error instanceof NoAnswer ? error.cause : error
  })
  sessionStorage.removeItem(memory)
  return result
}

/** Expired, given up, somebody else's by now, or sent in another way: begin anew. */
const over: ReadonlySet<number> = new Set([404, 409, 410])

/** Calls with the person's token; without one nothing is tried again. */
const sendUntilEnd =
  (stop: AbortController): typeof fetch =>
  (input, init) =>
    authorizedFetch(new Request(input, init)).catch((error: unknown) => {
      if (error instanceof SessionEnded) stop.abort(error)
      throw error
    })
