import { problems } from '../problems.ts'

/** What a body's `versionId` gets that names no version of the document in the path: 422. */
export const unknownVersion = () =>
  problems.version_unknown({
    errors: [{ pointer: '/versionId', code: 'unknown', detail: 'is no version of this document' }],
  })
