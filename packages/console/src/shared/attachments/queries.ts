import { queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { dropEmpty } from '../form/drop-empty.ts'
import type { Person } from '../people/person.ts'
import { uploadFile } from '../upload-file.ts'

/** A reference to a version of a document, as approvals keep it. */
export interface Attachment {
  readonly documentId: string
  readonly versionId: string
  readonly name: string
}

const offered = 20

/** A document to choose, with the time of its last change. */
export interface Offered extends Attachment {
  readonly changedAt: string
}

/** Documents that the person may read and whose title or text fits, newest first. */
export const findDocumentsQuery = (text: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', 'find', text],
    queryFn: async ({ signal }): Promise<readonly Offered[]> => {
      const shown = { limit: offered, status: 'ACTIVE' as const, snippets: false }
      const query = { ...shown, ...dropEmpty({ q: text }) }
      const { items } = await unwrap(dms.GET('/api/dms/documents', { params: { query }, signal }))
      return items.flatMap(({ id, title, currentVersionId, updatedAt }) =>
        currentVersionId === null
          ? []
          : [{ documentId: id, versionId: currentVersionId, name: title, changedAt: updatedAt }],
      )
    },
  })

/** Sends a file to the document service and lets these people read it. */
export async function uploadFor(
  people: readonly Person[],
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const { documentId, versionId } = await uploadFile(file, {}, onProgress, signal)
  const entries = people.map(({ id }) => ({
    principal: { kind: 'user' as const, id },
    allow: ['read' as const, 'download' as const],
  }))
  const path = { documentId }
  await unwrap(
    dms.PUT('/api/dms/documents/{documentId}/acl', {
      params: { path },
      body: { inherit: false, entries },
    }),
  )
  return { documentId, versionId, name: file.name }
}
