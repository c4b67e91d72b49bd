import { randomBytes } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../src/db/schema.ts'

/** One statement as the service sent it; over the wire between processes, so in JSON. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const taskNo = /T-[0-9A-HJKMNP-TV-Z]{8}/g

/**
 * Names of one approval, exchanged for new ones: what was recorded of one approval can so be done
 * again for any number of them. All that is the same for every approval stays.
 */
export function createNames(fixed: readonly string[]): (text: string) => string {
  const known = new Map(fixed.map((id) => [id, id]))
  const named = (found: string, make: () => string): string => {
    const name = known.get(found) ?? make()
    known.set(found, name)
    return name
  }
  return (text) =>
    text
      .replaceAll(uuid, (found) => named(found, uuidv7))
      .replaceAll(taskNo, (found) =>
        named(found, () => `T-${randomBytes(4).toString('hex').toUpperCase()}`),
      )
}

/** Sends the statements of one request, with other names, over one connection. */
export async function replay(
  db: Database,
  statements: readonly Statement[],
  rename: (text: string) => string,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    for (const { text, values } of statements) {
      const renamed = values.map((value) => revive(value, rename))
      await connection.executeQuery(CompiledQuery.raw(text, renamed))
    }
  })
}

function revive(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map((one) => revive(one, rename))
  if (isBuffer(value)) return Buffer.from(value.data)
  return value
}

/** How JSON writes a buffer. */
const isBuffer = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
