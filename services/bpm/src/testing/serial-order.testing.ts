import { expect } from 'vitest'
import type { TestService } from './service.testing.ts'

/** Something done to a subject, with the status it is answered with. */
export type Doing<S> = (subject: S) => Promise<{ status: number }>

export interface SerialOrder<S> {
  readonly actions: Readonly<Record<string, Doing<S>>>
  readonly newSubject: () => Promise<S>
  /** All that is to be the same, but for numbers and times that differ each time. */
  readonly stateOf: (subject: S) => Promise<unknown>
  /** How often each pair is done at once. */
  readonly rounds: number
}

/** Does two things at once, and compares with what each order of them comes to. */
export async function expectSomeOrder<S>(
  [first, second]: readonly [string, string],
  { actions, newSubject, stateOf, rounds }: SerialOrder<S>,
): Promise<void> {
  const run = async (how: 'first' | 'second' | 'at once') => {
    const subject = await newSubject()
    const one = () => actions[first]?.(subject) ?? Promise.reject(new Error(first))
    const two = () => actions[second]?.(subject) ?? Promise.reject(new Error(second))
    const answers = await inOrder(how, one, two)
    return JSON.stringify([answers.map(({ status }) => status), await stateOf(subject)])
  }
  const serial = [await run('first'), await run('second')]
  for (let round = 0; round < rounds; round++) {
    expect(serial, `${first} and ${second}`).toContain(await run('at once'))
  }
}

async function inOrder<T>(how: string, one: () => Promise<T>, two: () => Promise<T>): Promise<T[]> {
  if (how === 'at once') return Promise.all([one(), two()])
  if (how === 'first') return [await one(), await two()]
  const later = await two()
  return [await one(), later]
}

/** What is stored of an approval, its tasks and its log, without ids and times. */
export async function storedState({ deps: { db } }: TestService, id: string): Promise<unknown> {
  const instance = await db
    .selectFrom('process_instances')
    .where('id', '=', id)
    .select(['status', 'round', 'variables', 'revision', 'book', 'definition_id'])
    .executeTakeFirstOrThrow()
  const tasks = await db
    .selectFrom('tasks')
    .where('instance_id', '=', id)
    .select(['key', 'node_id', 'status', 'assignee_id'])
    .orderBy('key')
    .execute()
  const log = await db
    .selectFrom('instance_actions')
    .where('instance_id', '=', id)
    .select(['sequence', 'action'])
    .orderBy('sequence')
    .execute()
  return [instance, tasks, log]
}
