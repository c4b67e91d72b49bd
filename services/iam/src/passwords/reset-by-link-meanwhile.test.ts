import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSessionsOf } from '../accounts/session-queries.ts'
import type { Tx } from '../db/types.ts'
import { insertLink } from '../mail/link-queries.ts'
import { migrations } from '../migrations.ts'
import { changeFirstPassword } from '../oidc/sign-in/change-password.ts'
import { apiWith } from '../testing/api.ts'
import { Browser } from '../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
} from '../testing/sign-in.ts'
import { startIam, testHasher, type TestIam } from '../testing/start.ts'
import { password, userIds, world } from '../testing/world.ts'
import type { PasswordHasher } from './hasher.ts'
import { getPasswordState, setPassword } from './queries.ts'
import { openPasswordLink, usePasswordLink } from './use-link.ts'

const { employee, newcomer } = userIds
const chosen = 'plum trees in bloom'
const ofAttacker = 'an elephant in the garden'
const address = '127.0.0.1'
let iam: TestIam

/** What happens once a password was hashed, before that is stored. */
let afterHash: (() => Promise<void>) | undefined
const hasher: PasswordHasher = {
  ...testHasher,
  async hash(typed) {
    const hashed = await testHasher.hash(typed)
    if (typed === ofAttacker) await afterHash?.()
    return hashed
  },
}

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  iam = await startIam({ databaseUrl: url, hasher })
  await iam.seed(world)
})
afterAll(() => iam.stop())

beforeEach(async () => {
  afterHash = undefined
  const passwordHash = await testHasher.hash(password)
  const at = new Date()
  await setPassword(iam.deps.db, employee, { passwordHash, mustChange: false, at })
  await setPassword(iam.deps.db, newcomer, { passwordHash, mustChange: true, at })
})

const pidOf = async (tx: Tx) =>
  Number((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid)

/** How many wait for a transaction, or for one that waits for it. */
async function countWaitingFor(pid: number): Promise<number> {
  const { rows } = await sql`
    with recursive waiting as (
      select pid from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))
      union
      select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
    ) select from waiting`.execute(iam.deps.db)
  return rows.length
}

async function openLink(userId: string) {
  const { db, links, now } = iam.deps
  const { id } = await db
    .transaction()
    .execute((tx) =>
      insertLink(tx, { purpose: 'reset', userId, email: 'somebody@acme.example' }, now()),
    )
  const link = await openPasswordLink(iam.deps, links.tokenOf('password', id))
  if (link === undefined) throw new Error('the link leads nowhere')
  return link
}

/**
 * Lets a reset by link come to its last statement and wait there for what a transaction of the test
 * has locked, and something else of the account begin meanwhile.
 */
async function resetAround<T>(userId: string, begin: () => Promise<T>) {
  const link = await openLink(userId)
  const { db } = iam.deps
  return db.transaction().execute(async (tx) => {
    // Grants are ended after the account was changed and its sessions were locked.
    await sql`lock table oidc_grants in exclusive mode`.execute(tx)
    const pid = await pidOf(tx)
    const reset = usePasswordLink(iam.deps, link, chosen, address)
    await expect.poll(() => countWaitingFor(pid)).toBe(1)
    const other = begin()
    await expect.poll(() => countWaitingFor(pid)).toBe(2)
    return { reset, other }
  })
}

const fits = async (userId: string, typed: string) =>
  testHasher.matches((await getPasswordState(iam.deps.db, userId)).passwordHash, typed)

describe('a reset by link', () => {
  it('is not undone by what an old session has begun meanwhile', async () => {
    const { tokens } = await signInAs(iam.url, 'employee')
    const api = apiWith(iam.url, tokens.access_token)
    const { reset, other } = await resetAround(employee, () =>
      api('POST', '/me/password', { currentPassword: password, newPassword: ofAttacker }),
    )
    expect(await reset).toEqual({ kind: 'changed' })
    expect((await other).status).toBe(401)
    expect(await fits(employee, chosen)).toBe(true)
  })
})

describe('a password that was given as the present one', () => {
  it('is replaced only while it is', async () => {
    const { tokens } = await signInAs(iam.url, 'employee')
    const api = apiWith(iam.url, tokens.access_token)
    const { db } = iam.deps
    // By who ends no session, as a command on the database.
    afterHash = async () => {
      const passwordHash = await testHasher.hash(chosen)
      await setPassword(db, employee, { passwordHash, mustChange: false, at: new Date() })
    }
    const body = { currentPassword: password, newPassword: ofAttacker }
    const { status } = await api('POST', '/me/password', body)
    expect(status).toBe(403)
    expect(await fits(employee, chosen)).toBe(true)
  })
})

describe('the page that asks for a password of the own', () => {
  it('changes none once a reset has ended its session', async () => {
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
    const asked = await enterCredentials(browser, page, 'newcomer')
    expect(asked.url).toContain('/signin/password?flow=')
    const { db } = iam.deps
    const { uid } = await db
      .selectFrom('oidc_artifacts')
      .select('session_uid as uid')
      .where('kind', '=', 'Session')
      .where('user_id', '=', newcomer)
      .executeTakeFirstOrThrow()
    // An administrator, who knows the password that has to be changed.
    afterHash = () =>
      db.transaction().execute(async (tx) => {
        const passwordHash = await testHasher.hash(chosen)
        await setPassword(tx, newcomer, { passwordHash, mustChange: true, at: new Date() })
        await endSessionsOf(tx, newcomer)
      })
    const owner = { userId: newcomer, sessionUid: String(uid), address }
    expect(await changeFirstPassword(iam.deps, owner, ofAttacker)).toEqual({ kind: 'over' })
    expect(await fits(newcomer, chosen)).toBe(true)
  })
})
