// @module-tag histories
import { describe, expect, it } from 'vitest'
import { checkHistories, type History } from './checker.ts'
import type { Input, Operation, Output } from './operations.ts'

const taskNos = ['T-A', 'T-B', 'T-C']

/** One after the other, in the order in which they are written, unless they say otherwise. */
function inTurn(
  ...operations: readonly (readonly [Input, Output | null, Partial<Operation>?])[]
): Operation[] {
  return operations.map(([input, output, more = {}], at) => ({
    client: 'test',
    call: at * 10,
    return: at * 10 + 5,
    input,
    output,
    ...more,
  }))
}

const task = (taskNo: string, state: string, revision: number, more: Partial<Output> = {}) => ({
  status: 200,
  approval: 'RUNNING',
  taskNo,
  state,
  revision,
  taskRevision: 1,
  ...more,
})
const by = (name: string, action: Input['do'], more: Partial<Input> = {}): Input => ({
  do: action,
  by: name,
  taskNo: 'T-A',
  ...more,
})
const claimed = (name: string, revision = 2) =>
  task('T-A', 'CLAIMED', revision, { holder: name, taskRevision: revision })
const approved = (name: string, revision: number) =>
  task('T-A', 'APPROVED', revision, { holder: name, taskRevision: revision })
const refused = (status: number, code: string): Output => ({ status, code: `bpm.${code}` })
const withdraw: Input = { do: 'withdraw', by: 'employee' }
const withdrawn: Output = { status: 200, approval: 'WITHDRAWN', revision: 2 }
const start = (key: string): Input => ({ do: 'start', by: 'employee', key })
const read: Input = { do: 'read', by: 'employee' }

const check = (kind: History['kind'], operations: readonly Operation[]) =>
  checkHistories([{ kind, object: 'planted', operations, taskNos }])

describe('the checker of histories finds', () => {
  it.each<readonly [string, History['kind'], readonly Operation[]]>([
    [
      'a task that two have claimed',
      'approval',
      inTurn([by('p', 'claim'), claimed('p')], [by('q', 'claim'), claimed('q')]),
    ],
    [
      'a task that two have claimed at once, each as the first',
      'approval',
      inTurn([by('p', 'claim'), claimed('p'), { return: 15 }], [by('q', 'claim'), claimed('q')]),
    ],
    [
      'a decision after the withdrawal',
      'approval',
      inTurn([withdraw, withdrawn], [by('p', 'approve'), approved('p', 3)]),
    ],
    [
      'a decision beside the withdrawal that both are told has been the first',
      'approval',
      inTurn([withdraw, withdrawn, { return: 15 }], [by('p', 'approve'), approved('p', 2)]),
    ],
    [
      'a refusal that nothing explains',
      'approval',
      inTurn([by('p', 'approve'), refused(409, 'task_not_open')]),
    ],
    [
      'a read that is behind what was answered before it',
      'approval',
      inTurn([by('p', 'claim'), claimed('p')], [by('q', 'readTask'), task('T-A', 'OPEN', 1)]),
    ],
    [
      'a decision that was acknowledged and is not there',
      'approval',
      inTurn(
        [by('p', 'approve'), approved('p', 2)],
        [
          { do: 'readApproval', by: 'q' },
          { status: 200, approval: 'RUNNING', revision: 1 },
        ],
      ),
    ],
    [
      'a decision that is taken back after the next one',
      'approval',
      inTurn(
        [by('p', 'approve'), approved('p', 2)],
        [
          by('q', 'approve', { taskNo: 'T-B' }),
          task('T-B', 'APPROVED', 3, { holder: 'q', taskRevision: 2 }),
        ],
        [by('p', 'takeBack'), task('T-C', 'CLAIMED', 4, { holder: 'p' })],
      ),
    ],
    [
      'a repeat that is carried out again',
      'approval',
      inTurn(
        [by('p', 'claim', { key: 'k' }), claimed('p')],
        [by('p', 'unclaim'), task('T-A', 'OPEN', 3, { taskRevision: 3 })],
        [by('p', 'claim', { key: 'k' }), claimed('p', 4)],
      ),
    ],
    [
      'a decision on another revision than was read',
      'approval',
      inTurn(
        [by('p', 'claim'), claimed('p')],
        [by('p', 'approve', { revision: 1 }), approved('p', 3)],
      ),
    ],
    [
      'an unanswered decision that was made before it was asked for',
      'approval',
      inTurn(
        [
          { do: 'readApproval', by: 'q' },
          { status: 200, approval: 'RUNNING', revision: 2 },
        ],
        [by('p', 'approve'), null],
      ),
    ],
    [
      'a permit that starts twice',
      'permit',
      inTurn([start('k'), { status: 201, id: 'A' }], [start('l'), { status: 201, id: 'B' }]),
    ],
    [
      'a repeat that finds another approval',
      'permit',
      inTurn([start('k'), { status: 201, id: 'A' }], [start('k'), { status: 200, id: 'B' }]),
    ],
    [
      'a permit that is used up by nobody',
      'permit',
      inTurn([start('k'), refused(409, 'permit_used')]),
    ],
    [
      'a start that is not in the list of whoever made it',
      'permit',
      inTurn([start('k'), { status: 201, id: 'A' }], [read, { status: 200 }]),
    ],
  ])('%s', async (_, kind, operations) => {
    expect(await check(kind, operations)).toMatchObject({
      histories: 1,
      unexplained: 1,
      said: expect.stringContaining('planted: no order explains these') as string,
    })
  })

  it('the shortest beginning that is not explained, without what has no part in it', async () => {
    const operations = inTurn(
      [by('q', 'readTask'), task('T-A', 'OPEN', 1)],
      [by('p', 'claim'), claimed('p')],
      [by('q', 'approve'), refused(409, 'task_not_open')],
      [by('q', 'claim'), claimed('q', 3)],
      [by('q', 'unclaim'), task('T-A', 'OPEN', 4, { taskRevision: 4 })],
    )
    const { said } = await check('approval', operations)
    expect(said.split('\n').slice(1)).toEqual([
      expect.stringContaining('p claim task 1'),
      expect.stringContaining('q claim task 1'),
    ])
  })
})

describe('the checker of histories explains', () => {
  it.each<readonly [string, History['kind'], readonly Operation[]]>([
    [
      'what was done in turn',
      'approval',
      inTurn(
        [by('p', 'claim'), claimed('p')],
        [by('q', 'claim'), refused(409, 'task_not_open')],
        [by('p', 'approve'), approved('p', 3)],
        [by('q', 'takeBack'), refused(404, 'not_found')],
        [by('p', 'takeBack'), task('T-C', 'CLAIMED', 4, { holder: 'p' })],
        [by('q', 'readTask', { taskNo: 'T-B' }), task('T-B', 'CANCELLED', 4, { taskRevision: 2 })],
        [withdraw, { ...withdrawn, revision: 5 }],
        [by('p', 'takeBack'), refused(409, 'instance_not_running')],
      ),
    ],
    [
      'two at once, in the order that their answers tell',
      'approval',
      inTurn(
        [by('p', 'claim'), refused(409, 'task_not_open'), { return: 15 }],
        [by('q', 'claim'), claimed('q')],
      ),
    ],
    [
      'an unanswered decision that was made long after it was asked for',
      'approval',
      inTurn(
        [by('p', 'approve'), null],
        [by('q', 'readTask'), task('T-A', 'OPEN', 1)],
        [by('q', 'readTask'), approved('p', 2)],
      ),
    ],
    [
      'an unanswered decision that was never made',
      'approval',
      inTurn([by('p', 'approve'), null], [withdraw, withdrawn]),
    ],
    [
      'repeats of a start whose first answer was lost',
      'permit',
      inTurn(
        [start('k'), null],
        [read, { status: 200, id: 'A' }],
        [start('k'), { status: 200, id: 'A' }],
        [start('l'), refused(409, 'permit_used')],
      ),
    ],
  ])('%s', async (_, kind, operations) => {
    expect(await check(kind, operations)).toMatchObject({ unexplained: 0, said: '' })
  })
})
