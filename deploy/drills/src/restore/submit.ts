import { randomUUID } from 'node:crypto'
import { upload } from '@countersign/client'
import type { Ledger } from '../workload/ledger.ts'
import type { People } from '../workload/people.ts'
import { untilClear } from '../workload/until-clear.ts'
import { until } from './patience.ts'

export interface Submitted {
  readonly documentId: string
  readonly versionId: string
}

/** Uploads a document and submits it for approval, as the employee; ends when dms knows the approval. */
export async function submitDocument(people: People, ledger: Ledger): Promise<Submitted> {
  const { dms } = people.as('employee')
  const key = randomUUID()
  const bytes = new Blob([`to be approved ${key}`], { type: 'text/plain' })
  const { documentId, versionId } = await untilClear(ledger, () =>
    upload(dms, bytes, { fileName: `${key}.txt`, title: `submitted-${key}`, idempotencyKey: key }),
  )
  const body = { versionId, title: 'To be approved', requestKey: key }
  // The same key is answered with the same binding, as it is by then.
  await until('the submitted document is bound to its approval', async () => {
    const bind = () => dms.bindApproval({ path: { documentId }, body })
    return (await untilClear(ledger, bind)).instanceId !== undefined
  })
  return { documentId, versionId }
}
