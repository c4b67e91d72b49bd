import type { Db } from '@countersign/service-kit/db'
import { documentColumns, type DocumentRow } from '../../access/document-queries.ts'
import type { Schema } from '../../db/schema.ts'

/** A document by its id alone: a visitor without a token has no tenant; the document has. */
export function findDocumentOfAnyTenant(
  db: Db<Schema>,
  id: string,
): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').select(documentColumns).where('id', '=', id).executeTakeFirst()
}
