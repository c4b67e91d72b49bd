// @module-tag histories
import { setTimeout as sleep } from 'node:timers/promises'
import { contentHash } from '@countersign/service-kit/content-hash'
import { findFreePort } from '@countersign/test-kit/ports'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openLine, type Line } from '../bench/campaigns/line.ts'
import { instancesPath, startBody } from './testing/approvals.testing.ts'
import { startBpmProcess, type BpmProcess } from './testing/bpm-process.ts'
import { checkHistories, type History } from './testing/histories/checker.ts'
import { startClients, type ClientProcess } from './testing/histories/clients.ts'
import type { Operation, Order, Player } from './testing/histories/operations.ts'
import { randomOf } from './testing/histories/random.ts'
import { inARow, toRole, userTask } from './testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from './testing/service.testing.ts'

// The campaign (services/bpm/bench/campaigns/histories.ts) asks for many more of another seed.
const approvals = Number(process.env['CAMPAIGN_APPROVALS'] ?? 12)
const seed = Number(process.env['CAMPAIGN_SEED'] ?? 7)
const atOnce = 6
const steps = 9
/** Who plays in which process of clients: some people ask from two at once. */
const casts = [
  ['p', 'q'],
  ['q', 'r'],
  ['r', 'p', 'employee'],
] as const

const service = useService()
const luck = randomOf(seed)
const dealt = { kill: 0, pause: 0, cut: 0 }
let tenant: TestTenant
let line: Line
let processes: readonly BpmProcess[] = []
let clients: readonly ClientProcess[] = []

beforeAll(async () => {
  tenant = await createTenant(service())
  for (const username of ['p', 'q', 'r']) tenant.add(username, { roles: ['deciders'] })
  const declared = { ...bizTypeBody, start: 'permit' }
  await tenant.application.post('/internal/v1/bpm/biz-types', declared)
  const xml = (id: string) => userTask(id, { candidates: toRole('deciders') })
  const row = ['first', 'second', 'third'].map((id) => ({ id, xml: xml(id) }))
  await publish(service(), tenant.id, inARow('three-steps', row))
  line = await openLine(new URL(service().url))
  const database = Object.assign(new URL(service().url), { host: `127.0.0.1:${line.port}` })
  const ports = [await findFreePort(), await findFreePort()]
  processes = ports.map((port) =>
    startBpmProcess(service(), { PORT: String(port), DATABASE_URL: database.href }),
  )
  const addresses = await Promise.all(processes.map((one) => one.address()))
  await Promise.all(processes.map(untilAnswering))
  const names = ['p', 'q', 'r', 'employee'].map((name) => [tenant.person(name).id, name] as const)
  const origin = String(process.hrtime.bigint())
  clients = casts.map((_, at) =>
    startClients({ name: String(at), addresses, origin, names: Object.fromEntries(names) }),
  )
})
afterAll(async () => {
  await Promise.all([...clients, ...processes].map((one) => one.stop()))
  line.close()
})

function toPlayer(name: string): Player {
  const whose = { sub: tenant.person(name).id, tenantId: tenant.id }
  return { name, token: service().issuer.userToken({ ...whose, permissions: ['expense:start'] }) }
}

const drawSeed = () => Math.floor(luck() * 2 ** 31)

/** All processes of clients at once. */
async function together(orderFor: (at: number) => Order): Promise<Operation[]> {
  const recorded = clients.map((client, at) => client.carryOut(orderFor(at)))
  return (await Promise.all(recorded)).flat()
}

/** Starts one approval, by whoever is first, and lets all do with it what they like. */
async function record(): Promise<readonly History[]> {
  const { idempotencyKey: _, ...content } = startBody()
  const { bizType, bizId } = content
  // Signed anew each time: a campaign lasts longer than a token.
  const application = tenant.service('expense-app')
  const { body } = await application.post<{ permit: string }>('/internal/v1/bpm/start-permits', {
    initiator: tenant.person('employee').id,
    bizType,
    bizId,
    contentHash: contentHash(content).toString('base64url'),
    expiresInSeconds: 600,
  })
  const employee = toPlayer('employee')
  const keys = [uuidv7(), uuidv7()]
  const start = { ...content, permit: body.permit }
  const race = { kind: 'race', body: start, keys, players: [employee, employee] } as const
  const starts = await together(() => ({ ...race, seed: drawSeed() }))
  const instanceId = starts.find(({ output }) => output?.id !== undefined)?.output?.id
  if (instanceId === undefined) throw new Error(`not started: ${JSON.stringify(starts)}`)

  const work = { kind: 'work', instanceId, bizId, steps } as const
  const done = await together((at) => ({
    ...work,
    seed: drawSeed(),
    players: (casts[at] ?? []).map(toPlayer),
  }))
  const taskNos = await listTaskNos(instanceId)
  const look = { kind: 'look', instanceId, taskNos, players: [employee] } as const
  const seen = (await clients[0]?.carryOut(look)) ?? []
  return [
    { kind: 'permit', object: bizId, operations: starts },
    { kind: 'approval', object: instanceId, operations: [...done, ...seen], taskNos },
  ]
}

async function listTaskNos(instanceId: string): Promise<readonly string[]> {
  const rows = await service()
    .deps.db.selectFrom('tasks')
    .where('tenant_id', '=', tenant.id)
    .where('instance_id', '=', instanceId)
    .select('task_no as taskNo')
    .orderBy('key')
    .execute()
  return rows.map(({ taskNo }) => taskNo)
}

/** A process that has just started needs seconds for its first answer; killed before, none would ever be given. */
async function untilAnswering(one: BpmProcess): Promise<void> {
  const { token } = toPlayer('employee')
  const headers = { authorization: `Bearer ${token}` }
  const address = await one.address()
  const ask = async () => {
    const { status } = await fetch(`${address}${instancesPath}?limit=1`, { headers })
    expect(status).toBe(200)
  }
  await vi.waitFor(ask, { timeout: 60_000 })
}

/** Kills a process, lets it stand still, or breaks off its connections after a commit, now and then. */
async function dealBlows(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(200 + luck() * 1_200)
    const target = processes[luck() < 0.5 ? 0 : 1] as BpmProcess
    // The first is one that leaves answers out, however short it all is.
    const draw = dealt.kill === 0 ? 0 : luck()
    if (draw < 0.3) {
      dealt.kill += 1
      target.restart()
      await untilAnswering(target)
    } else if (draw < 0.5) {
      dealt.pause += 1
      target.pause(100 + luck() * 900)
    } else {
      dealt.cut += 1
      line.cutAfterCommit()
    }
  }
}

it('[BPM-10] [BPM-21] answers what several processes ask of two as if it were asked one after the other, also when they are killed', async () => {
  const histories: History[] = []
  let next = 0
  const recordNext = async () => {
    while (next++ < approvals) histories.push(...(await record()))
  }
  const recording = Promise.all(Array.from({ length: atOnce }, recordNext))
  let over = false
  const blows = dealBlows(() => over)
  await recording.finally(() => (over = true))
  await blows

  const { said, ...counted } = await checkHistories(histories)
  expect(said).toBe('')
  expect(counted).toMatchObject({ histories: 2 * approvals, unexplained: 0 })
  // They have met, and blows have hit: else it would prove nothing.
  expect(counted.overlapping).toBeGreaterThan(counted.operations / 2)
  expect(counted.unanswered).toBeGreaterThan(0)
  const outputs = histories.flatMap(({ operations }) => operations.map(({ output }) => output))
  const refused = outputs.filter((output) => output !== null && output.status >= 400).length
  console.log(`campaign: ${JSON.stringify({ approvals, ...counted, refused, ...dealt })}`)
}, 3_600_000)
