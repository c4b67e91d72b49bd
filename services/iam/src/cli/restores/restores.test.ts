import { createReport, type Difference } from '@countersign/service-kit/reconcile'
import { sql } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { receiveFeed } from '../../testing/feed.ts'
import { discoverSpa, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { world } from '../../testing/world.ts'
import { reconcileRestore } from './reconcile-restore.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
const restoredTo = new Date(Date.now() - 3_600_000)

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function reconcile(repair: boolean): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const print = (line: string) => found.push(JSON.parse(line) as Difference)
  const report = createReport({ service: 'iam', json: true, print })
  await reconcileRestore(iam.deps.db, report, { restoredTo, repair })
  return found
}
const kinds = async (repair: boolean) =>
  (await reconcile(repair)).map(({ kind, outcome }) => `${kind} ${outcome}`)
const last = async () => {
  const { rows } = await sql<{ last: number }>`select
    nextval('security_events_position_seq')::integer as last`.execute(iam.deps.db)
  return rows[0]?.last ?? 0
}
const recorded = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from audit_events where action = 'platform.restored'`.execute(iam.deps.db)
  return rows[0]?.count
}

it('ends what was good before, once, and leaves what came after', async () => {
  const config = await discoverSpa(iam.url)
  const refresh = (token: string | undefined) => openid.refreshTokenGrant(config, token ?? '')
  const before = await signInAs(iam.url, 'admin')
  const { poll } = await receiveFeed(iam.url)
  await poll()
  const numbers = await last()

  expect(await kinds(false)).toEqual(['revocations_lost repairable'])
  const both = (await Promise.all([kinds(true), kinds(true)])).flat()
  expect(both.filter((each) => each === 'changes_lost undecided')).toHaveLength(1)

  await expect(refresh(before.tokens.refresh_token)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await last()).toBeGreaterThan(numbers + 1_000)
  expect(await recorded()).toBe(1)
  const after = await signInAs(iam.url, 'admin')
  expect(await kinds(true)).toEqual([])
  await refresh(after.tokens.refresh_token)
  expect(await recorded()).toBe(1)
})

it('voids the tokens of every client, above all numbers that a receiver may have read', async () => {
  const { poll } = await receiveFeed(iam.url)
  const numbers: number[] = []
  let ack: string[] = []
  // Numbers are given a moment after the commit.
  await vi.waitFor(
    async () => {
      const { received } = await poll({ ack })
      ack = received.map(({ jti }) => jti)
      numbers.push(...ack.map((jti) => Number.parseInt(jti, 10)))
      expect(Math.max(...numbers)).toBeGreaterThan(100_000)
    },
    { timeout: 20_000 },
  )
  const { rows } = await sql<{ missing: number }>`
    select count(*)::integer as missing from clients c where not exists (
      select from security_events e where e.kind = 'client' and e.subject = c.client_id
        and e.reason = 'restored')`.execute(iam.deps.db)
  expect(rows).toEqual([{ missing: 0 }])
})
