import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IamDatabase } from '../../db/types.ts'
import { receiveFeed } from '../../testing/feed.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { acme, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let db: IamDatabase

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  const log = createLogger({ service: 'iam', level: 'error' })
  db = createDatabase({ url: iam.databaseUrl, poolSize: 10, applicationName: 'writers', log })
})
afterAll(async () => {
  await db.destroy()
  await iam.stop()
})

const writers = 10
const each = 20

/** One after the other, each in a transaction that is committed some time after it wrote. */
async function write(writer: number): Promise<string[]> {
  const ids = Array.from({ length: each }, (_, turn) => `${writer}-${turn}`)
  for (const [turn, jti] of ids.entries()) {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('revoked_tokens')
        .values({ jti, tenant_id: acme, expires_at: new Date(Date.now() + 600_000) })
        .execute()
      await sql`select pg_sleep(${((writer * 7 + turn * 3) % 10) / 200})`.execute(tx)
    })
  }
  return ids
}

it('no event is skipped by who reads while others write', async () => {
  const second = await startSecondProcess(iam)
  let isWriting = true

  const read = async (processUrl: string): Promise<Set<unknown>> => {
    const { poll } = await receiveFeed(iam.url, { processUrl })
    const seen = new Set<unknown>()
    let ack: string[] = []
    for (;;) {
      const isLast = !isWriting
      const { received } = await poll({ ack })
      ack = received.map(({ jti }) => jti)
      for (const { subject } of received) seen.add(subject['id'])
      if (isLast && ack.length === 0) return seen
    }
  }
  const reading = Promise.all([iam.url, iam.url, second.url].map(read))
  const written = (await Promise.all(Array.from({ length: writers }, (_, at) => write(at)))).flat()
  isWriting = false
  for (const seen of await reading) expect(seen).toEqual(new Set(written))
}, 60_000)
