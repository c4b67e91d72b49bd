import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startMailServer, type MailServer } from '@countersign/test-kit/mail-server'
import { programArguments } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, start } from '../../testing/approvals.testing.ts'
import { fakeCredentials } from '../../testing/fake-iam.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { collect } from './collect.ts'
import type { MailProcessSettings } from './fixtures/mail-process.ts'
import { MAILS_AT_ONCE } from './worker.ts'

// The mail worker is a process, the mail server speaks SMTP over a socket, and the process is killed:
// everybody gets their mail, and what comes twice is the same mail and was under way at the kill.

// Processes start, and on a busy machine that takes a while.
vi.setConfig({ testTimeout: 300_000 })
const waiting = { timeout: 60_000, interval: 20 }
const service = useService()
const entry = new URL('fixtures/mail-process.ts', import.meta.url)
let server: MailServer
let tenant: TestTenant
let processes: ChildProcess[] = []

beforeEach(async () => {
  const { deps } = service()
  server = await startMailServer()
  // What approvals of other tests wrote is not of this one.
  for (const table of ['notices', 'mail_queues', 'notice_position']) {
    await sql`delete from ${sql.table(table)}`.execute(deps.db)
  }
  await collect(deps)
  tenant = await createTenant(service())
})
afterEach(async () => {
  await Promise.all(processes.map(kill))
  processes = []
})

function startProcess(): ChildProcess {
  const { url: databaseUrl, iam } = service()
  const settings: MailProcessSettings = {
    databaseUrl,
    smtpUrl: server.url,
    iamUrl: iam.url,
    ...fakeCredentials,
  }
  const args = [...programArguments(entry), JSON.stringify(settings)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  processes.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Stands for the time that a lease takes to end. */
const endLeases = () =>
  sql`update mail_queues set leased_until = clock_timestamp()
    where leased_until is not null`.execute(service().deps.db)

/** An approval that all of so many people have to decide; answers their addresses. */
async function askPeople(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `member${index}`)
  for (const name of names) tenant.add(name, { email: `${name}@mail.test`, roles: ['finance'] })
  await publish(service(), tenant.id, expenseProcess)
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  return names.map((name) => `${name}@mail.test`)
}

/** The Message-IDs of what somebody got, in the order in which it came. */
const idsTo = (address: string) =>
  server.mails.filter(({ to }) => to === address).map(({ headers }) => headers['message-id'])

const settled = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notices
    where tenant_id = ${tenant.id} and outcome = 'sent'`.execute(service().deps.db)
  return rows[0]?.count ?? 0
}

it.each([
  ['before the mail server has taken the mail', 'before taking', 0],
  ['after the mail server took the mail and before it said so', 'after taking', 1],
] as const)('sends the mail again when it is killed %s', async (_when, standsStill, before) => {
  const [address = ''] = await askPeople(1)
  server.standsStill = standsStill
  const first = startProcess()
  await expect.poll(() => server.tried, waiting).toContain(address)
  await expect.poll(() => idsTo(address).length, waiting).toBe(before)
  await kill(first)
  expect(await settled()).toBe(0)

  server.standsStill = undefined
  await endLeases()
  startProcess()

  await expect.poll(settled, waiting).toBe(1)
  const ids = idsTo(address)
  expect([ids.length, new Set(ids).size]).toEqual([before + 1, 1])
})

it('loses no mail through kills, and repeats no more than what was under way', async () => {
  const people = await askPeople(60)
  const kills = 4
  for (let round = 1; round <= kills; round++) {
    // No more than there are: it may have sent nearly all before it died.
    const goal = Math.min(server.mails.length + 7, people.length)
    const child = startProcess()
    await expect.poll(() => server.mails.length, waiting).toBeGreaterThanOrEqual(goal)
    await kill(child)
    await endLeases()
  }
  startProcess()

  await expect.poll(settled, waiting).toBe(people.length)
  for (const address of people) expect(new Set(idsTo(address)).size).toBe(1)
  const repeated = server.mails.length - new Set(server.mails.map(({ to }) => to)).size
  expect(repeated).toBeLessThanOrEqual(kills * MAILS_AT_ONCE)
})
