import { createHash, randomUUID } from 'node:crypto'
import { pause, upload } from '@countersign/client'
import type { Draw } from './draw.ts'
import type { Ledger } from './ledger.ts'
import type { People } from './people.ts'
import { untilClear, wordUnclear } from './until-clear.ts'

/** What a client works with. */
export interface Workplace {
  readonly people: People
  readonly ledger: Ledger
  readonly draw: Draw
  readonly bizType: string
}

/** One piece of work of a client, to the end: it resolves when everything it asked for is clear. */
export type Job = (workplace: Workplace) => Promise<void>

/** Signs in, and uses the refresh token three times, each one that it was given. */
export const signInAndRefresh: Job = async ({ people, ledger }) => {
  const session = randomUUID()
  let { refreshToken } = await untilClear(ledger, () => people.signIn('finance1'))
  for (let count = 0; ; count += 1) {
    ledger.acknowledge('signIn')
    if (refreshToken === undefined || count === 3) break
    const given: string = refreshToken
    try {
      ;({ refreshToken } = await people.refresh(given))
    } catch (error) {
      // Whether it was used up is unclear, and one that is used twice, too late, ends the session.
      ledger.note(wordUnclear(error) ?? String(error))
      return
    }
  }
  if (refreshToken !== undefined) ledger.sessions.set(session, { refreshToken })
}

/** An approval that was acknowledged, and is open. */
export interface Started {
  readonly bizId: string
  readonly instanceId: string
}

/** Starts an approval as the employee; their manager approves or rejects it. */
export const approve: Job = async (workplace) =>
  decideApproval(workplace, await startApproval(workplace))

export async function startApproval(workplace: Workplace): Promise<Started> {
  const { people, ledger, draw, bizType } = workplace
  const bizId = randomUUID()
  const title = `Drill ${bizId}`
  const variables = { amount: draw(1, 1000), reason: 'drill' }
  const body = { bizType, bizId, title, variables, idempotencyKey: bizId }
  ledger.started.set(bizId, undefined)
  const employee = people.as('employee').bpm
  const { id: instanceId } = await untilClear(ledger, () => employee.startProcessInstance({ body }))
  ledger.started.set(bizId, { instanceId })
  ledger.acknowledge('start')
  return { bizId, instanceId }
}

export async function decideApproval(workplace: Workplace, started: Started): Promise<void> {
  const { people, ledger, draw } = workplace
  const { bizId, instanceId } = started
  const manager = people.as('manager').bpm
  const taskNo = await findTask({ people, ledger }, bizId)
  const decide = draw(1, 4) === 1 ? manager.rejectTask : manager.approveTask
  const idempotencyKey = randomUUID()
  const decision = { path: { taskNo }, body: { comment: 'drill' } }
  ledger.decided.set(taskNo, undefined)
  await untilClear(ledger, async () => void (await decide(decision, { idempotencyKey })))
  ledger.decided.set(taskNo, { instanceId })
  ledger.acknowledge('decision')
}

async function findTask(
  { people, ledger }: Pick<Workplace, 'people' | 'ledger'>,
  bizId: string,
): Promise<string> {
  const { bpm } = people.as('manager')
  const query = { box: 'todo', q: bizId } as const
  for (let looks = 0; looks < 50; looks += 1) {
    const { items } = await untilClear(ledger, () => bpm.listTasks({ query }))
    const [task] = items
    if (task !== undefined) return task.taskNo
    await pause(100)
  }
  throw new Error(`nobody has the task of ${bizId}`)
}

/** Uploads a document of a few bytes, or of a few hundred thousand. */
export const uploadDocument: Job = async ({ people, ledger, draw }) => {
  const key = randomUUID()
  const title = `drill-${key}`
  const bytes = Buffer.from(`${key} `.repeat(draw(1, 5_000)))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { dms } = people.as('employee')
  ledger.uploaded.set(title, undefined)
  const { versionId } = await untilClear(ledger, () =>
    upload(dms, new Blob([bytes], { type: 'text/plain' }), {
      fileName: `${title}.txt`,
      title,
      idempotencyKey: key,
      retry: { tries: 1 },
    }),
  )
  ledger.uploaded.set(title, { versionId, sha256 })
  ledger.acknowledge('upload')
}
