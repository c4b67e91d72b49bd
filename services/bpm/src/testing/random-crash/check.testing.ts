import { expect } from 'vitest'
import type { Variables } from '../../core/variables.ts'
import type { Tx } from '../../db/schema.ts'
import { findInstance } from '../../runtime/load/instances.ts'
import { loadState } from '../../runtime/load/snapshot.ts'
import { plain, replayLog } from '../replay.testing.ts'
import type { TestService } from '../service.testing.ts'
import { application, UPDATED, type Step } from './steps.testing.ts'

/** An approval that was carried out, and what was answered with "done" in it and in what it has called. */
export interface Approval {
  readonly id: string
  readonly variables: Variables
  readonly done: readonly Step[]
}

/** By people and the owner, in a request with a key. */
const asked = ['approve', 'reject', 'return', 'resubmit', 'jump', 'migrate', 'message']

/**
 * Its log leads to its state without gaps, with all that was answered in it, once, and nothing else of that kind, and no
 * fewer changes of values than were answered; it has called what was started for it. So has each approval that it called.
 *
 * @returns the actions of all their logs.
 */
export function checkFamily(
  service: TestService,
  tenantId: string,
  { id, variables, done }: Approval,
): Promise<readonly string[]> {
  // Times still come while this looks: it is of one moment.
  return service.deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => check({ service, tenantId, tx, done }, id, variables))
}

interface Looked {
  readonly service: TestService
  readonly tenantId: string
  readonly tx: Tx
  readonly done: readonly Step[]
}

async function check(look: Looked, id: string, variables: Variables): Promise<readonly string[]> {
  const { service, tenantId, tx } = look
  const row = await findInstance(tx, tenantId, id)
  if (row === undefined) throw new Error(`the approval ${id} is gone`)
  const { state, actions, called, started } = await replayLog(service, row, variables, tx)
  expect(plain((await loadState(tx, row)).state), id).toEqual(plain(state))
  expect(actions.map(({ sequence }) => sequence)).toEqual(actions.map((_, at) => at + 1))
  const done = look.done.filter(({ instanceId }) => instanceId === id)
  const logged = actions.filter(({ action }) => asked.includes(action)).map(write)
  expect(logged.toSorted()).toEqual(done.flatMap(writeDone).toSorted())
  const isUpdate = ({ action }: { readonly action?: string }) => action === UPDATED
  expect(actions.filter(isUpdate).length).toBeGreaterThanOrEqual(done.filter(isUpdate).length)
  const children = await tx
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', id)
    .select(['id', 'parent_call as call'])
    .execute()
  expect(children.map((child) => child.id).toSorted()).toEqual(started.toSorted())
  expect(new Set(children.map(({ call }) => call)).size).toBe(children.length)
  const all = actions.map(({ action }) => action)
  for (const { id: child, call } of children) {
    const handed = called.get(call ?? 0)
    if (handed === undefined) throw new Error(`${id} has not called ${child}`)
    all.push(...(await check(look, child, handed)))
  }
  return all
}

interface Logged {
  readonly action: string
  readonly by: string
  readonly taskId: string | null
}

const write = ({ action, by, taskId }: Logged): string => `${action} by ${by} ${taskId ?? ''}`

function writeDone({ action, by, taskId }: Step): string[] {
  if (action === undefined || action === UPDATED) return []
  return [write({ action, by: by === application ? by : by.toUpperCase(), taskId: taskId ?? null })]
}
