import { receiverTables } from '@countersign/event-receiver'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'

export interface Trip {
  readonly id: string
  readonly tenant_id: string
  readonly owner_id: string
  readonly reason: string
  readonly amount: number
  readonly status: string
  /** Its approval, once the platform has said which that is. */
  readonly instance_id: string | null
}

export interface Tables {
  readonly trips: Trip
  /** Written by the receiver. */
  readonly workflow_events: {
    readonly tenant_id: string
    readonly instance_id: string
    readonly sequence: number
    readonly type: string
  }
}

const trips = `
create table if not exists trips (
  id text primary key,
  tenant_id uuid not null,
  owner_id uuid not null,
  reason text not null,
  amount integer not null,
  status text not null,
  instance_id uuid
)`

/**
 * PostgreSQL inside this process, kept in a folder; on a server, take Kysely's `PostgresDialect`. The first query opens
 * it: two processes in one folder would destroy it, and the second gets no port.
 */
export function openDatabase(folder: string): Kysely<Tables> {
  const pglite = async () => {
    const opened = await PGlite.create(folder)
    await opened.exec(receiverTables + trips)
    return opened
  }
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
}
