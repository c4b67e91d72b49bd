import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'

const PASSWORD = 'open sesame'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function share() {
  const { documentId } = await upload(setup, owner)
  const path = `/api/dms/documents/${documentId}/shares`
  const terms = { allowDownload: true, allowPreview: false, password: PASSWORD }
  const { body } = await call(setup, owner, 'POST', path, terms)
  return {
    id: String(body['id']),
    change: (patch: object) => call(setup, owner, 'PATCH', `${path}/${String(body['id'])}`, patch),
    unlock: (password: string, from = '192.0.2.1') =>
      setup.app.inject({
        method: 'POST',
        url: `/api/dms/shares/${String(body['token'])}/unlock`,
        payload: { password },
        remoteAddress: from,
      }),
  }
}

const AT_ONCE = 10

/** What becomes of wrong passwords, some of them at once. */
async function guess(
  { unlock }: Awaited<ReturnType<typeof share>>,
  count: number,
  from: (index: number) => string,
) {
  const statuses: number[] = []
  while (statuses.length < count) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => {
      const number = statuses.length + index
      return unlock(`guess ${number}`, from(number))
    })
    statuses.push(...(await Promise.all(some)).map(({ statusCode }) => statusCode))
  }
  const times = (status: number) => statuses.filter((each) => each === status).length
  return { wrong: times(403), throttled: times(429) }
}

// Many tries may take longer than the pause that one of them begins: the clock stands still.

it('[DMS-09] slows a guesser down, many at once included, and lets the right one in later', async () => {
  const shared = await share()
  await setup.withStoppedClock(async () => {
    expect(await guess(shared, 50, () => '192.0.2.1')).toEqual({ wrong: 5, throttled: 45 })

    const refused = await shared.unlock(PASSWORD)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect((await shared.unlock(PASSWORD, '192.0.2.2')).statusCode).toBe(200)
    setup.advance(1_000)
    expect((await shared.unlock(PASSWORD)).statusCode).toBe(200)
  })
})

it('[DMS-09] takes all addresses of an IPv6 network for one guesser', async () => {
  const shared = await share()
  await setup.withStoppedClock(async () => {
    const from = (index: number) => `2001:db8::${index}`
    expect(await guess(shared, 20, from)).toEqual({ wrong: 5, throttled: 15 })
    expect((await shared.unlock(PASSWORD, '2001:db8:0:1::1')).statusCode).toBe(200)
  })
})

it('[DMS-09] slows a crowd of guessers down until the owner changes the password', async () => {
  const shared = await share()
  await setup.withStoppedClock(async () => {
    const from = (index: number) => `2001:db8:0:${index}::1`
    expect(await guess(shared, 60, from)).toEqual({ wrong: 50, throttled: 10 })
    expect((await shared.unlock(PASSWORD)).statusCode).toBe(429)

    expect((await shared.change({ name: 'not the password' })).status).toBe(200)
    expect((await shared.unlock(PASSWORD)).statusCode).toBe(429)
    expect((await shared.change({ password: 'another one' })).status).toBe(200)
    expect((await shared.unlock('another one')).statusCode).toBe(200)
  })
})

it('[DMS-09] counts a try whose record is removed while it waits for it', async () => {
  const { id, unlock } = await share()
  expect((await unlock('guess')).statusCode).toBe(403)
  let tried: ReturnType<typeof unlock> | undefined
  await setup.db.transaction().execute(async (tx) => {
    const where = sql`where tenant_id = ${setup.tenantId} and share_id = ${id}`
    await sql`select from share_attempts ${where} for update`.execute(tx)
    tried = unlock('another guess')
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(setup.db)
      return rows.length
    }
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    // As when the password is changed, or old tries are forgotten.
    await sql`delete from share_attempts ${where}`.execute(tx)
  })

  expect((await tried)?.statusCode).toBe(403)
  const { rows } = await sql`
    select failures from share_attempts
    where tenant_id = ${setup.tenantId} and share_id = ${id}`.execute(setup.db)
  expect(rows).toEqual([{ failures: 1 }, { failures: 1 }])
})
