import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocks, type Block } from './core/engine/random-blocks.testing.ts'
import { toBpmn, variablesArbitrary } from './core/engine/random-processes.testing.ts'
import { validate } from './core/testing.ts'
import type { Variables } from './core/variables.ts'
import { loadInstance } from './runtime/load/read.ts'
import { sendUntilAnswered, tokensOf } from './testing/answered.testing.ts'
import { instancesPath, startBody, tasksPath } from './testing/approvals.testing.ts'
import { startBpmProcess, type BpmProcess } from './testing/bpm-process.ts'
import { plain, replayLog } from './testing/replay.testing.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from './testing/service.testing.ts'

// The campaign (services/bpm/bench/campaigns/approvals.ts) asks for ten thousand of another seed.
const approvals = Number(process.env['CAMPAIGN_APPROVALS'] ?? 80)
const seed = Number(process.env['CAMPAIGN_SEED'] ?? 7)
// Among more of one business type nobody chooses.
const definitions = Math.min(80, Math.ceil(approvals / 20) + 8)
const atOnce = 40
/** One of the two is killed about once in so many answers. */
const answersBetweenKills = Number(process.env['CAMPAIGN_ANSWERS_BETWEEN_KILLS'] ?? 60)
const mostSteps = 40

const service = useService()
let tenant: TestTenant
let processes: readonly BpmProcess[] = []
let kills = 0
let answered = 0

const declared = Array.from({ length: 8 }, (_, at) => ({
  name: `v${at}`,
  type: 'boolean' as const,
}))
const people = ['p', 'q', 'r', 'boss']

beforeAll(async () => {
  tenant = await createTenant(service())
  for (const username of people) tenant.add(username)
  const { status, body } = await tenant.application.post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    code: 'random',
    variables: declared,
  })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  processes = [startBpmProcess(service()), startBpmProcess(service())]
})
afterAll(() => Promise.all(processes.map((one) => one.stop())))

/** Nothing in it waits for a message or for an approval that it called: nobody sends one here. */
function endsByPeople(block: Block): boolean {
  switch (block.kind) {
    case 'received':
    case 'heard':
    case 'call':
    case 'first':
      return false
    case 'answered':
      return block.caught === 'around' && endsByPeople(block.body)
    case 'limited':
      return !block.border.startsWith('message') && block.host !== 'receiveTask'
    case 'again':
      return block.activity !== 'receiveTask' && endsByPeople(block.body)
    case 'row':
      return block.blocks.every(endsByPeople)
    case 'several':
      return !block.all
    case 'split':
    case 'partial':
      return block.branches.every(endsByPeople)
    case 'adHoc':
      return block.bodies.every(endsByPeople)
    default:
      return !('body' in block) || endsByPeople(block.body)
  }
}

/** Definitions as they are drawn, with seconds for hours, so that times come while people decide. */
async function publishDrawn(): Promise<readonly string[]> {
  const row = fc.record({
    kind: fc.constant('row' as const),
    blocks: fc.array(blocks.filter(endsByPeople), { minLength: 2, maxLength: 4 }),
  })
  const drawn = fc.sample(row, { seed, numRuns: 4 * definitions })
  const ids: string[] = []
  for (const [at, block] of drawn.entries()) {
    if (ids.length === definitions) break
    const xml = toBpmn(block).replaceAll('PT1H', 'PT1S').replace('id="approval"', `id="drawn${at}"`)
    const problems = await validate(xml, declared)
    if (problems.length === 0) ids.push(await publish(service(), tenant.id, xml, 'random'))
  }
  expect(ids).toHaveLength(definitions)
  return ids
}

const tokenOf = tokensOf(service, () => tenant)

/** Either of the two, whoever runs; and one of them is killed now and then. */
async function ask(by: string, path: string, body: object, luck: () => number) {
  const answer = await sendUntilAnswered(
    () => processes[luck() < 0.5 ? 0 : 1] as BpmProcess,
    tokenOf(by),
    path,
    body,
  )
  answered += 1
  if (answered % answersBetweenKills === 0) {
    processes[luck() < 0.5 ? 0 : 1]?.restart()
    kills += 1
  }
  return answer
}

interface Acknowledged {
  readonly action: string
  readonly by: string
  readonly taskId: string
}

interface Approval {
  readonly id: string
  readonly variables: Variables
  readonly acknowledged: readonly Acknowledged[]
}

interface OpenTask {
  readonly taskId: string
  readonly taskNo: string
  readonly username: string
}

/** What is to do in an approval, by whom. */
async function listTodo(id: string): Promise<readonly OpenTask[]> {
  const rows = await service()
    .deps.db.selectFrom('inbox_entries as entry')
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .where('entry.tenant_id', '=', tenant.id)
    .where('task.instance_id', '=', id)
    .where('entry.box', '=', 'todo')
    .select(['task.id as taskId', 'task.task_no as taskNo', 'entry.user_id as userId'])
    .execute()
  const names = new Map(['employee', ...people].map((name) => [tenant.person(name).id, name]))
  return rows.map(({ userId, ...row }) => ({ ...row, username: names.get(userId) ?? '' }))
}

async function isOver(id: string): Promise<boolean> {
  const loaded = await loadInstance(service().deps.db, tenant.id, id)
  return loaded?.instance.status !== 'RUNNING'
}

/** Starts an approval and decides in it, at random, until it ends or has gone on for long enough. */
async function carryOut(definitionId: string, variables: Variables, luck: () => number) {
  const body = startBody({ bizType: 'random', definitionId, variables })
  const started = await ask('employee', instancesPath, body, luck)
  // 200 of one whose first answer was lost.
  expect([200, 201], JSON.stringify(started.body)).toContain(started.status)
  const id = String(started.body['id'])
  const acknowledged: Acknowledged[] = []
  for (let step = 0; step < mostSteps && !(await isOver(id)); step += 1) {
    const todo = await listTodo(id)
    const next = todo[Math.floor(luck() * todo.length)]
    // A time is waited for.
    if (next === undefined) await sleep(100)
    else acknowledged.push(...(await decide(next, luck)))
  }
  return { id, variables, acknowledged } satisfies Approval
}

/** Refused is what came too late, or goes nowhere: somebody else was faster, or there is nothing to return to. */
async function decide({ taskId, taskNo, username }: OpenTask, luck: () => number) {
  const draw = luck()
  const action = draw < 0.75 ? 'approve' : draw < 0.9 ? 'reject' : 'return'
  const { status, body } = await ask(username, `${tasksPath}/${taskNo}/${action}`, {}, luck)
  if (status === 200) return [{ action, by: username.toUpperCase(), taskId }]
  expect([404, 409, 422], JSON.stringify(body)).toContain(status)
  return []
}

it('[BPM-10] [BPM-21] explains by its log each approval of random processes that two processes carried out while they were killed', async () => {
  const ids = await publishDrawn()
  const drawnVariables = fc.sample(variablesArbitrary, { seed, numRuns: approvals })
  const lucks = fc.sample(
    fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
    { seed, numRuns: approvals },
  )
  const done: Approval[] = []
  let next = 0
  const person = async () => {
    for (let at = next++; at < approvals; at = next++) {
      const stream = lucks[at]
      const luck = (): number => Number(stream?.next().value)
      done.push(await carryOut(String(ids[at % ids.length]), drawnVariables[at] ?? {}, luck))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))

  const stored = await service()
    .deps.db.selectFrom('process_instances')
    .where('tenant_id', '=', tenant.id)
    .select('id')
    .execute()
  // No start was doubled or lost.
  expect(stored.map(({ id }) => id).toSorted()).toEqual(done.map(({ id }) => id).toSorted())
  let actions = 0
  for (const approval of done) actions += await check(approval)
  expect(kills).toBeGreaterThan(0)
  console.log(`campaign: ${JSON.stringify({ approvals, definitions, kills, answered, actions })}`)
}, 3_600_000)

/** @returns how many actions its log has. */
async function check({ id, variables, acknowledged }: Approval): Promise<number> {
  const loaded = await loadInstance(service().deps.db, tenant.id, id)
  if (loaded === undefined) throw new Error('the instance is gone')
  const { state, actions } = await replayLog(service(), loaded.instance, variables)
  // Times still come while this looks: what it compares is of one moment where the log is as long as the state.
  if (loaded.instance.lockVersion !== actions.length) return check({ id, variables, acknowledged })
  expect(plain(loaded.state)).toEqual(plain(state))
  expect(actions.map(({ sequence }) => sequence)).toEqual(actions.map((_, at) => at + 1))
  for (const { action, by, taskId } of acknowledged) {
    const found = actions.filter(
      (one) => one.action === action && one.by === by && one.taskId === taskId,
    )
    expect(found, `${id}: ${by} ${action} ${taskId}`).toHaveLength(1)
  }
  return actions.length
}
