import { Readable } from 'node:stream'
import { Problem } from '@countersign/service-kit/problem'
import type { TokenUser } from '../../../access/access.ts'
import type { Deps } from '../../../deps.ts'
import type { UploadRow } from '../queries.ts'
import { receiveContent } from '../receiving/receive-content.ts'

const TAKEN = new Set(['dms.upload_busy', 'dms.upload_out_of_order'])

/** Nobody has to send the bytes of an empty file: they are all there. */
export const isOfNothing = ({ sizeBytes, status, byParts }: UploadRow) =>
  sizeBytes === 0 && !byParts && (status === 'INITIATED' || status === 'RECEIVING')

export async function receiveNothing(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
): Promise<void> {
  const source = { stream: Readable.from([]), chunksOf: 'other' } as const
  try {
    await receiveContent(deps, caller, uploadId, { source, offset: 0, lengthBytes: 0 })
  } catch (error) {
    // Another request does the same, or is done with it; whoever waits for the lease looks again.
    if (!(error instanceof Problem && TAKEN.has(error.code))) throw error
  }
}
