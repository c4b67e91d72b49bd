// What people read of an approval, and what of it is recorded.
import { instancesPath, tasksPath } from '../approvals.testing.ts'
import type { Output, Player } from './operations.ts'
import type { Body, Request } from './requests.ts'

export const readApproval = (player: Player, instanceId: string): Request => ({
  method: 'GET',
  path: `${instancesPath}/${instanceId}`,
  input: { do: 'readApproval', by: player.name },
  toOutput: toApproval,
})

export const readTask = (
  player: Player,
  taskNo: string,
  name: (id: string) => string,
): Request => ({
  method: 'GET',
  path: `${tasksPath}/${taskNo}`,
  input: { do: 'readTask', by: player.name, taskNo },
  toOutput: (body) => toTask(body, name),
})

export const toApproval = ({ status = '', revision = 0 }: Body): Output => ({
  status: 200,
  approval: status,
  revision,
})

export function toTask(body: Body, name: (id: string) => string): Output {
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
