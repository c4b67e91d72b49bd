import type { Attachment, Person } from './contract.ts'

/** What documents are attached to: those who take part in it have to be able to read them. */
export interface AttachTarget {
  readonly instanceId: string
  readonly people: readonly Person[]
}

/** Lets the person choose or upload documents; the host answers with references to them. */
export type Attach = (target: AttachTarget) => Promise<readonly Attachment[]>
