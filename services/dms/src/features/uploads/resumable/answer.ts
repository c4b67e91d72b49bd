import type { UploadAnswer } from '../../../db/upload-tables.ts'

/** What a request of either protocol is answered. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: UploadAnswer
}

/** The session itself: what begins by one protocol may be asked about, or given up, by any. */
export const locationOf = (id: string) => `/api/dms/uploads/${id}`

/** What came of an upload: also in answers without a body, for a client that lost the last one. */
export const resultFields = ({ documentId, versionId }: UploadAnswer) => ({
  'document-id': documentId,
  'version-id': versionId,
})
