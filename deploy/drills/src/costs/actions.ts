import { randomUUID } from 'node:crypto'
import { upload } from '@countersign/client'
import type { People } from '../workload/people.ts'

export const actionNames = ['signIn', 'start', 'openInbox', 'decide', 'upload'] as const
export type ActionName = (typeof actionNames)[number]

/** One of each, as a client does it; a decision needs an approval that was started. */
export type Actions = Readonly<Record<ActionName, () => Promise<void>>>

export function createActions(people: People, bizType: string): Actions {
  const employee = people.as('employee')
  const manager = people.as('manager')
  const waiting: string[] = []
  return {
    async signIn() {
      await people.signIn('finance1')
    },
    async start() {
      const id = randomUUID()
      const variables = { amount: 100, reason: 'measured' }
      const body = { bizType, bizId: id, title: 'Measured', variables, idempotencyKey: id }
      await employee.bpm.startProcessInstance({ body })
    },
    async openInbox() {
      const { items } = await manager.bpm.listTasks({ query: { box: 'todo', limit: 20 } })
      const known = new Set(waiting)
      waiting.push(...items.map(({ taskNo }) => taskNo).filter((taskNo) => !known.has(taskNo)))
    },
    async decide() {
      const taskNo = waiting.shift()
      if (taskNo === undefined) throw new Error('nothing waits for a decision')
      await manager.bpm.approveTask(
        { path: { taskNo }, body: { comment: 'measured' } },
        { idempotencyKey: randomUUID() },
      )
    },
    async upload() {
      const bytes = new Blob([randomUUID().repeat(2_800)], { type: 'text/plain' })
      await upload(employee.dms, bytes, { fileName: `${randomUUID()}.txt`, title: 'Measured' })
    },
  }
}
