// What somebody does with an approval, drawn at random without regard to what could be done.
import { uuidv7 } from 'uuidv7'
import { instancesPath, tasksPath } from '../approvals.testing.ts'
import type { Input, Output, Player, Work } from './operations.ts'
import { readApproval, readTask, toApproval, toTask } from './reads.ts'
import type { Body, Recorder, Request } from './requests.ts'

/** Somebody at work on an approval. */
export interface Worker {
  readonly recorder: Recorder
  readonly work: Work
  readonly player: Player
  readonly luck: () => number
  /** How people are called, by their ids. */
  readonly name: (id: string) => string
  /** Numbers of tasks that they have come across, in this order, with the revision they last saw. */
  readonly known: Map<string, number | undefined>
  /** Numbers of tasks that they have approved. */
  readonly decided: string[]
}

export async function carryOut(worker: Worker): Promise<void> {
  await lookAround(worker)
  for (let done = 0; done < worker.work.steps; done += 1) {
    if (worker.luck() < 0.25) await lookAround(worker)
    await step(worker)
  }
}

type TaskAction = 'claim' | 'unclaim' | 'approve' | 'reject' | 'takeBack'
type Action = TaskAction | 'readTask' | 'readApproval' | 'withdraw'

/** What is drawn how often, of a hundred. */
const weights: Readonly<Record<'decider' | 'initiator', readonly (readonly [Action, number])[]>> = {
  decider: [
    ['claim', 27],
    ['unclaim', 12],
    ['approve', 24],
    ['reject', 1],
    ['takeBack', 20],
    ['readTask', 11],
    ['readApproval', 5],
  ],
  initiator: [
    ['withdraw', 8],
    ['readApproval', 92],
  ],
}

function drawAction(player: Player, luck: () => number): Action {
  let left = luck() * 100
  for (const [action, weight] of weights[player.name === 'employee' ? 'initiator' : 'decider']) {
    left -= weight
    if (left < 0) return action
  }
  return 'readApproval'
}

async function step(worker: Worker): Promise<void> {
  const { recorder, work, player, luck, name, known, decided } = worker
  const action = drawAction(player, luck)
  if (action === 'readApproval') {
    await recorder.send(player, readApproval(player, work.instanceId), 'once')
    return
  }
  if (action === 'withdraw') return withdraw(worker)
  const all = [...known.keys()]
  const taskNo = pick(worker, action === 'takeBack' && decided.length > 0 ? decided : all)
  if (taskNo === undefined) return lookAround(worker)
  if (action !== 'readTask') return act(worker, action, taskNo)
  const output = await recorder.send(player, readTask(player, taskNo, name), 'once')
  if (output !== null) known.set(taskNo, output.taskRevision)
}

const pick = ({ luck }: Worker, all: readonly string[]): string | undefined =>
  luck() < 0.7 ? all.at(-1) : all[Math.floor(luck() * all.length)]

async function lookAround({ recorder, work, player, known }: Worker): Promise<void> {
  const found = await recorder.ask(player, `${tasksPath}?box=todo&q=${work.bizId}`)
  for (const { taskNo = '', revision } of found?.items ?? []) known.set(taskNo, revision)
}

async function withdraw(worker: Worker): Promise<void> {
  const { player, work } = worker
  const path = `${instancesPath}/${work.instanceId}/withdraw`
  const input = { do: 'withdraw', by: player.name, key: uuidv7() } as const
  await sendTwice(worker, { method: 'POST', path, input, toOutput: toApproval })
}

async function act(worker: Worker, action: TaskAction, taskNo: string): Promise<void> {
  const { player, luck, name, known, decided } = worker
  const seen = known.get(taskNo)
  const revision = action !== 'takeBack' && luck() < 0.25 ? seen : undefined
  const input: Input = {
    do: action,
    by: player.name,
    taskNo,
    key: uuidv7(),
    ...(revision === undefined ? {} : { revision }),
  }
  const path = `${tasksPath}/${taskNo}/${action === 'takeBack' ? 'take-back' : action}`
  const toOutput = (body: Body) => toTask(body, name)
  const output = await sendTwice(worker, { method: 'POST', path, input, toOutput })
  if (output?.taskNo === undefined) return
  known.set(output.taskNo, output.taskRevision)
  if (action === 'approve') decided.push(taskNo)
}

/** Who hears nothing asks again with the same key; some do without waiting. */
async function sendTwice(
  { recorder, player, luck }: Worker,
  request: Request,
): Promise<Output | null> {
  const again = luck() < 0.15 ? [recorder.send(player, request, 'once')] : []
  const first = recorder.send(player, request, 'until answered')
  const [output] = await Promise.all([first, ...again])
  return output
}
