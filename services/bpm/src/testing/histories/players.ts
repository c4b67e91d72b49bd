// What the people of a process of clients do.
import { instancesPath } from '../approvals.testing.ts'
import type { Look, Operation, Order, Player, Race, Settings } from './operations.ts'
import { randomOf } from './random.ts'
import { readApproval, readTask } from './reads.ts'
import { createRecorder, type Recorder, type Request } from './requests.ts'
import { carryOut } from './work.ts'

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
        : carryOut({ recorder, work: order, player, luck, name, known: new Map(), decided: [] })
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
