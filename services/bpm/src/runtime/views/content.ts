// What a task shows of an approval, as one hash: what a vote on it is bound to.
import { contentHash } from '@countersign/service-kit/content-hash'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import { visibleVariables } from '../../core/definition/task-form.ts'
import { isLive } from '../../core/task.ts'
import type { Variables } from '../../core/variables.ts'
import { type InstanceRow, standingOf, type TaskRow } from '../load/instances.ts'

/** What a task is about, without what its node hides: the same for all tasks that show the same. */
export interface TaskContent {
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly variables: Variables
  readonly attachments: readonly AttachedVersion[]
  readonly round: number
  readonly definitionId: string
}

export interface AttachedVersion {
  readonly versionId: string
  readonly sha256: string
}

type Shown = Pick<
  InstanceRow,
  'bizType' | 'bizId' | 'title' | 'variables' | 'round' | 'definitionId' | 'attached'
>

/** What the tasks of a node show now, whoever reads them. */
export function contentOf(process: CompiledProcess, instance: Shown, nodeId: string): TaskContent {
  const { bizType, bizId, title, variables, round, definitionId } = instance
  const seen = visibleVariables(process, [nodeId], variables)
  const attachments = attachmentsOf(instance, seen)
  return { bizType, bizId, title, variables: seen, attachments, round, definitionId }
}

/**
 * Bytes that a task shows: the version that is decided on, then what people have attached, by the ids of the versions.
 * This service holds no files: of the first the owner of the business object says which it is, in variables of these
 * names, as the document service does; of the others that service says the digest when they are attached. What
 * was attached before it did has none, and is not among them.
 */
export function attachmentsOf(
  instance: Pick<InstanceRow, 'attached'>,
  { versionId, sha256 }: Variables,
): AttachedVersion[] {
  const bound =
    typeof versionId === 'string' && typeof sha256 === 'string' ? [{ versionId, sha256 }] : []
  const attached = standingOf(instance)
    .flatMap((one) =>
      one.sha256 === null ? [] : [{ versionId: one.versionId, sha256: one.sha256 }],
    )
    .toSorted((a, b) => (a.versionId < b.versionId ? -1 : 1))
  return [...new Map([...bound, ...attached].map((one) => [one.versionId, one])).values()]
}

/** Base64url of SHA-256 over the RFC 8785 form: 43 characters. */
export const hashOfContent = (content: TaskContent): string =>
  contentHash(content).toString('base64url')

/** Of a live task what it shows now; of one that has ended what it showed to whoever ended it. */
export function contentHashOf(
  process: CompiledProcess,
  instance: Shown,
  { status, node_id: nodeId, content_hash: ended }: TaskRow,
): string | null {
  return isLive(status) ? hashOfContent(contentOf(process, instance, nodeId)) : ended
}
