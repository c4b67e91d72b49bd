import type { ReferenceRow } from './queries.ts'
import type { ReferenceView } from './schema.ts'

export const viewReference = (row: ReferenceRow): ReferenceView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})
