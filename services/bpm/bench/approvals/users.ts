import { uuidv7 } from 'uuidv7'
import type { Database } from '../../src/db/schema.ts'
import { openConnection } from './http.ts'
import type { Ready } from './service.ts'

export const phases = ['start', 'first', 'second', 'third'] as const
export type Phase = (typeof phases)[number]

/** Approvals by number over kept connections: starts one, or decides its open task. */
export function createUsers({ url, tokens }: Ready, db: Database, connections: number) {
  const lines = Array.from({ length: connections }, () => openConnection(url))
  const tasks = new Map<string, string>()
  const instances = new Map<number, string>()

  async function post(path: string, user: string, body: object, worker: number): Promise<Id> {
    const line = lines[worker]
    if (line === undefined) throw new Error('there are fewer connections than workers')
    const answer = await line.post(path, tokens[user] ?? '', JSON.stringify(body))
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body}`)
    return JSON.parse(answer.body) as Id
  }

  return {
    async approval(phase: Phase, number: number, worker: number): Promise<void> {
      if (phase === 'start') {
        const { id } = await post(
          '/api/bpm/v1/process-instances',
          'employee',
          {
            bizType: 'expense',
            bizId: `E-${number}`,
            title: 'Trip to Lisbon',
            variables: { amount: 2500 },
            idempotencyKey: `bench ${uuidv7()}`,
          },
          worker,
        )
        instances.set(number, id)
        return
      }
      const task = tasks.get(instances.get(number) ?? '') ?? ''
      await post(`/api/bpm/v1/tasks/${task}/approve`, phase, { comment: 'Fine' }, worker)
    },
    /** Who decides knows the number from the inbox; here it is looked up between the phases. */
    async findTasks(): Promise<void> {
      const open = await db
        .selectFrom('tasks')
        .where('ended_at', 'is', null)
        .select(['instance_id', 'task_no'])
        .execute()
      tasks.clear()
      for (const one of open) tasks.set(one.instance_id, one.task_no)
    },
    end(): void {
      for (const line of lines) line.end()
    },
  }
}

interface Id {
  readonly id: string
}

export type Users = ReturnType<typeof createUsers>
