// What the people of a process of clients do: drawn at random, without regard to what could be done.
import { uuidv7 } from 'uuidv7'
import { instancesPath, tasksPath } from '../approvals.testing.ts'
import type {
  Input,
  Look,
  Operation,
  Order,
  Output,
  Player,
  Race,
  Settings,
  Work,
} from './operations.ts'
import { randomOf } from './random.ts'
import { createRecorder, type Body, type Recorder, type Request } from './requests.ts'

/** Carries out what a process of clients is told to do. @returns what was recorded. */
export async function play(settings: Settings, order: Order): Promise<readonly Operation[]> {
  const luck = randomOf(order.kind === 'look' ? 1 : order.seed)
  const recorder = createRecorder(settings, luck)
  const name = (id: string) => settings.names[id] ?? id
  if (order.kind === 'look') await look(recorder, order, name)
  else {
    const one = (player: Player) =>
      order.kind === 'race'
        ? race(recorder, order, player, luck)
        : createWorker({ recorder, work: order, player, luck, name }).run()
    await Promise.all(order.players.map(one))
  }
  return recorder.operations
}

async function race(
  { send }: Recorder,
  { body, keys }: Race,
  player: Player,
  luck: () => number,
): Promise<void> {
  const drawKey = () => keys[Math.floor(luck() * keys.length)] ?? ''
  const start = (key: string): Request => ({
    method: 'POST',
    path: instancesPath,
    input: { do: 'start', by: player.name, key },
    body: { ...body, idempotencyKey: key },
    toOutput: ({ id = '' }) => ({ status: 201, id }),
  })
  const read: Request = {
    method: 'GET',
    path: `${instancesPath}?box=initiated&bizId=${body.bizId}`,
    input: { do: 'read', by: player.name },
    toOutput: ({ items = [] }) => {
      const id = items.map((item) => item.id).join(' ')
      return id === '' ? { status: 200 } : { status: 200, id }
    },
  }
  const key = drawKey()
  if (luck() < 0.3) await send(player, read, 'once')
  await send(player, start(key), 'until answered')
  if (luck() < 0.5) await send(player, read, 'once')
  if (luck() < 0.5) await send(player, start(luck() < 0.5 ? key : drawKey()), 'until answered')
}

async function look(
  { send }: Recorder,
  { players: [player], instanceId, taskNos }: Look,
  name: (id: string) => string,
): Promise<void> {
  await send(player, readApproval(player, instanceId), 'until answered')
  for (const taskNo of taskNos) {
    await send(player, readTask(player, taskNo, name), 'until answered')
  }
}

const readApproval = (player: Player, instanceId: string): Request => ({
  method: 'GET',
  path: `${instancesPath}/${instanceId}`,
  input: { do: 'readApproval', by: player.name },
  toOutput: toApproval,
})

const readTask = (player: Player, taskNo: string, name: (id: string) => string): Request => ({
  method: 'GET',
  path: `${tasksPath}/${taskNo}`,
  input: { do: 'readTask', by: player.name, taskNo },
  toOutput: (body) => toTask(body, name),
})

const toApproval = ({ status = '', revision = 0 }: Body): Output => ({
  status: 200,
  approval: status,
  revision,
})

function toTask(body: Body, name: (id: string) => string): Output {
  const { instance, assignee, taskNo = '', status = '', revision = 0 } = body
  return {
    status: 200,
    approval: instance?.status ?? '',
    revision: instance?.revision ?? 0,
    taskNo,
    state: status,
    ...(assignee ? { holder: name(assignee.id) } : {}),
    taskRevision: revision,
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

interface Worker {
  readonly run: () => Promise<void>
}

function createWorker(given: {
  readonly recorder: Recorder
  readonly work: Work
  readonly player: Player
  readonly luck: () => number
  readonly name: (id: string) => string
}): Worker {
  const { recorder, work, player, luck, name } = given
  /** Numbers of tasks that they have come across, in this order, with the revision they last saw. */
  const known = new Map<string, number | undefined>()
  const decided: string[] = []

  const pick = (all: readonly string[]): string | undefined =>
    luck() < 0.7 ? all.at(-1) : all[Math.floor(luck() * all.length)]

  async function lookAround(): Promise<void> {
    const path = `${tasksPath}?box=todo&q=${work.bizId}`
    const found = await recorder.ask(player, path)
    for (const { taskNo = '', revision } of found?.items ?? []) known.set(taskNo, revision)
  }

  function note(action: TaskAction, taskNo: string, output: Output | null): void {
    if (output?.taskNo === undefined) return
    known.set(output.taskNo, output.taskRevision)
    if (action === 'approve') decided.push(taskNo)
  }

  async function act(action: TaskAction, taskNo: string): Promise<void> {
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
    note(action, taskNo, await sendTwice({ method: 'POST', path, input, toOutput }))
  }

  /** Who hears nothing asks again with the same key; some do without waiting. */
  async function sendTwice(request: Request): Promise<Output | null> {
    const again = luck() < 0.15 ? [recorder.send(player, request, 'once')] : []
    const first = recorder.send(player, request, 'until answered')
    await Promise.all(again)
    return first
  }

  async function step(): Promise<void> {
    const action = drawAction(player, luck)
    if (action === 'readApproval') {
      await recorder.send(player, readApproval(player, work.instanceId), 'once')
      return
    }
    if (action === 'withdraw') {
      const path = `${instancesPath}/${work.instanceId}/withdraw`
      const input = { do: action, by: player.name, key: uuidv7() } as const
      await sendTwice({ method: 'POST', path, input, toOutput: toApproval })
      return
    }
    const all = [...known.keys()]
    const taskNo = pick(action === 'takeBack' && decided.length > 0 ? decided : all)
    if (taskNo === undefined) return lookAround()
    if (action !== 'readTask') return act(action, taskNo)
    const output = await recorder.send(player, readTask(player, taskNo, name), 'once')
    if (output !== null) known.set(taskNo, output.taskRevision)
  }

  return {
    async run() {
      await lookAround()
      for (let done = 0; done < work.steps; done += 1) {
        if (luck() < 0.25) await lookAround()
        await step()
      }
    },
  }
}
