import { randomBytes } from 'node:crypto'
import type { Db } from '@countersign/service-kit/db'
import { uuidv7 } from 'uuidv7'
import { findSource } from '../../content/source-queries.ts'
import type { Schema } from '../../db/schema.ts'
import type { MigrationRow } from './queries.ts'

/** Where a copy goes: a row of its own, and a key that no other object has had. */
export interface Place {
  readonly id: string
  readonly key: string
}

export async function choosePlace(
  db: Db<Schema>,
  { tenantId, targetId }: MigrationRow,
): Promise<Place> {
  const target = await findSource(db, tenantId, targetId)
  const name = randomBytes(20).toString('hex')
  const parts = [target?.basePath, tenantId, name.slice(0, 2), name.slice(2)]
  return { id: uuidv7(), key: parts.filter(Boolean).join('/') }
}
