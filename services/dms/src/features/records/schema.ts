import { LANGUAGES } from '@countersign/service-kit/language'
import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Language = Type.Enum([...LANGUAGES], { description: 'Of the print.' })

export const FileRecordBody = Type.Union([
  closed({ language: Type.Optional(Language) }),
  Type.Null(),
])

const StoredFile = closed({
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: 'In hexadecimal digits.' }),
})

export const FiledRecordView = closed({
  id: Uuid,
  versionId: Uuid,
  instanceId: Uuid,
  round: Type.Integer(),
  language: Language,
  status: Type.Enum(['REQUESTED', 'UNKNOWN', 'REFUSED', 'FILED'], {
    description:
      'UNKNOWN: the last attempt failed; it is made again by itself. REFUSED: it is not.',
  }),
  reason: Type.Optional(
    Type.String({ description: 'Why it is not filed, for those who may write.' }),
  ),
  requestedAt: Timestamp,
  filedAt: Type.Optional(Timestamp),
  print: Type.Optional(StoredFile),
  record: Type.Optional(StoredFile),
})
export type FiledRecordView = Static<typeof FiledRecordView>

export const FiledRecordsView = closed({
  items: Type.Array(FiledRecordView),
  mayRequest: Type.Boolean({
    description:
      'Whether the reader may have a record filed: who started the approval that ended last, or manages the document.',
  }),
})
export type FiledRecordsView = Static<typeof FiledRecordsView>

export const RecordParams = closed({ versionId: Uuid, recordId: Uuid })

export const RecordQuery = closed({
  form: Type.Optional(
    Type.Enum(['pdf', 'jose'], { description: 'The print, or the signed document.' }),
  ),
})
