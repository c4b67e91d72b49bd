import { createSemaphore } from '@countersign/service-kit/semaphore'
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { variablesArbitrary } from './core/engine/testing/random-processes.testing.ts'
import type { Variables } from './core/variables.ts'
import {
  expiresInSeconds,
  sendUntilAnswered,
  tokensOf,
  type Answered,
  type Asked,
} from './testing/answered.testing.ts'
import { instancesPath, startBody } from './testing/approvals.testing.ts'
import { startBpmProcess, type BpmProcess } from './testing/bpm-process.ts'
import { checkFamily, type Approval } from './testing/random-crash/check.testing.ts'
import { publishDrawn, type DrawnDefinitions } from './testing/random-crash/definitions.testing.ts'
import {
  application,
  drawStep,
  UPDATED,
  type Luck,
  type Step,
} from './testing/random-crash/steps.testing.ts'
import { randomOf } from './testing/histories/random.ts'
import {
  applicationScopes,
  bizTypeBody,
  createTenant,
  useService,
  type TestTenant,
} from './testing/service.testing.ts'

// The campaign (services/bpm/bench/campaigns/approvals.ts) asks for ten thousand of another seed.
const approvals = Number(process.env['CAMPAIGN_APPROVALS'] ?? 40)
const seed = Number(process.env['CAMPAIGN_SEED'] ?? 7)
const definitions = Math.min(80, Math.ceil(approvals / 20) + 8)
const atOnce = Number(process.env['CAMPAIGN_AT_ONCE'] ?? 40)
/** One of the two is killed about once in so many answers. */
const answersBetweenKills = Number(process.env['CAMPAIGN_ANSWERS_BETWEEN_KILLS'] ?? 60)
const mostTurns = 40
/** Fewer than the database has connections for the test: nobody waits for one. */
const looks = createSemaphore({ permits: 6 })

const service = useService()
let tenant: TestTenant
let drawn: DrawnDefinitions
let applicationToken = ''
let processes: readonly BpmProcess[] = []
let kills = 0
let answered = 0

const bizType = 'random'
const declared = Array.from({ length: 8 }, (_, at) => ({
  name: `v${at}`,
  type: 'boolean' as const,
}))
/** Whom the processes ask, and who is asked where they ask nobody. */
const people = ['employee', 'p', 'q', 'r', 'c', 'x', 'boss', 'admin']

beforeAll(async () => {
  tenant = await createTenant(service())
  for (const username of people.slice(1)) {
    tenant.add(username, username === 'admin' ? { roles: ['admin'] } : {})
  }
  const { status, body } = await tenant.application.post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    code: bizType,
    variables: declared,
  })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  applicationToken = service().issuer.serviceToken({
    clientId: application,
    scopes: applicationScopes,
    tenantId: tenant.id,
    expiresInSeconds,
  })
  const where = { service: service(), tenantId: tenant.id, bizType, declared }
  drawn = await publishDrawn(where, { seed, count: definitions })
  processes = [startBpmProcess(service()), startBpmProcess(service())]
}, 600_000)
afterAll(() => Promise.all(processes.map((one) => one.stop())))

const tokenOf = tokensOf(service, () => tenant)

/** Either of the two, whoever runs; and one of them is killed now and then. */
async function ask(by: string, asked: Asked, luck: Luck): Promise<Answered> {
  const answer = await sendUntilAnswered(
    () => processes[luck() < 0.5 ? 0 : 1] as BpmProcess,
    by === application ? applicationToken : tokenOf(by),
    asked,
  )
  answered += 1
  if (answered % answersBetweenKills === 0) {
    processes[luck() < 0.5 ? 0 : 1]?.restart()
    kills += 1
  }
  return answer
}

/** Starts an approval and goes on in it, at random, until it ends or has gone on for long enough. */
async function carryOut(definitionId: string, variables: Variables, luck: Luck): Promise<Approval> {
  const body = startBody({ bizType, definitionId, variables })
  const started = await ask('employee', { path: instancesPath, body }, luck)
  // 200 of one whose first answer was lost.
  expect([200, 201], JSON.stringify(started.body)).toContain(started.status)
  const id = String(started.body['id'])
  const done: Step[] = []
  const world = { service: service(), tenant, people, versions: drawn.versions }
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const step = await looks.run(() => drawStep(world, id, luck))
    if (step === undefined) break
    if (step === 'waits') await sleep(100)
    else if (await isDone(step, luck)) done.push(step)
  }
  return { id, variables, done }
}

/**
 * Refused is what came too late, or goes nowhere: somebody else was faster, there is nothing to return to, or the work has
 * no place where it was to go.
 */
async function isDone(step: Step, luck: Luck): Promise<boolean> {
  const { status, body } = await ask(step.by, step, luck)
  if (status === 200 || status === 202) return true
  expect([404, 409, 422], JSON.stringify({ step, body })).toContain(status)
  return false
}

it(
  '[BPM-10] [BPM-21] explains by its log each approval of random processes that two processes carried out while they were killed',
  async () => {
    const drawnVariables = fc.sample(variablesArbitrary, { seed, numRuns: approvals })
    const done: Approval[] = []
    let next = 0
    const person = async () => {
      for (let at = next++; at < approvals; at = next++) {
        // Not fc.double: nearly all of the numbers that it draws are next to nothing.
        const luck = randomOf(seed * 1_000_000 + at)
        const definitionId = String(drawn.ids[at % drawn.ids.length])
        done.push(await carryOut(definitionId, drawnVariables[at] ?? {}, luck))
        if (done.length % 500 === 0) console.log(`${done.length} approvals carried out`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, person))

    const stored = await service()
      .deps.db.selectFrom('process_instances')
      .where('tenant_id', '=', tenant.id)
      .where('parent_id', 'is', null)
      .select('id')
      .execute()
    // No start was doubled or lost.
    expect(stored.map(({ id }) => id).toSorted()).toEqual(done.map(({ id }) => id).toSorted())
    const counts = new Map<string, number>()
    for (const approval of done) {
      for (const action of await checkFamily(service(), tenant.id, approval)) {
        counts.set(action, (counts.get(action) ?? 0) + 1)
      }
    }
    expect(kills).toBeGreaterThan(0)
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining([
        'message',
        'jump',
        'migrate',
        'resubmit',
        'call',
        'callEnded',
        'timer',
        'signal',
        UPDATED,
      ]),
    )
    const of = Object.fromEntries(counts)
    console.log(`campaign: ${JSON.stringify({ approvals, definitions, kills, answered, of })}`)
  },
  Math.max(600_000, approvals * 1_000),
)
