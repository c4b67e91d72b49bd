import { insufficientScope, type Agent } from '@countersign/service-kit/caller'
import { startFor } from '../../../core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { Variables } from '../../../core/variables.ts'
import type { Named } from '../../../db/instance-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { BizTypeRow } from '../../../runtime/load/biz-types.ts'
import { checkedVariables, checkSelections, findCopied } from '../../../runtime/people/named.ts'
import type { PreviewBody } from '../schema.ts'
import { findPublished, MOST_PUBLISHED, type PublishedDefinition } from './queries.ts'

export interface Initiator {
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
  /** That asks in their name. */
  readonly agent?: Agent
}

/** A start that may be made: who, of what, along which process, with which values. */
export interface PreparedStart {
  readonly bizType: BizTypeRow
  readonly definition: PublishedDefinition
  readonly variables: Variables
  readonly initiatorName: string
  /** Whom the initiator shows it to. */
  readonly copied: readonly Named[]
}

/**
 * Checks everything about a start that does not depend on other starts.
 *
 * @throws the problems of section "Instances" of the contract, in the order type, permission,
 *   definition, variables.
 */
export async function prepareStart(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  initiator: Initiator,
  content: PreviewBody,
): Promise<PreparedStart> {
  const { tenantId } = initiator
  const { bizType, definitionId } = content
  const found = await findPublished(db, { tenantId, bizType, definitionId })
  const startable = requireStartable(initiator, found)
  const published = found?.published ?? []
  return checkStart({ directory }, initiator, content, { bizType: startable, published })
}

/** @throws `bpm.biz_type_unknown` (404), `bpm.initiate_forbidden` (403) */
export function requireStartable(
  { permissions }: Initiator,
  bizType: BizTypeRow | undefined,
): BizTypeRow {
  if (bizType === undefined) throw problems.biz_type_unknown()
  if (permissions.includes(bizType.initiatePermission)) return bizType
  const required = bizType.initiatePermission
  throw problems.initiate_forbidden({
    members: { required },
    headers: { 'www-authenticate': insufficientScope(required) },
  })
}

/**
 * The start event that a start begins at: that of a message, without one the plain one.
 *
 * @throws `bpm.start_event_unknown` (422)
 */
export function requireStart(process: CompiledProcess, message: string | undefined): string {
  const begin = startFor(process, message)
  if (begin !== undefined) return begin
  const detail =
    message === undefined
      ? 'It has no plain start: name the message of a start event, or leave it to its time.'
      : 'None of its start events begins by this message.'
  throw problems.start_event_unknown({ detail })
}

/** The rest, of what was read of the business type and its processes. */
export async function checkStart(
  { directory }: Pick<Deps, 'directory'>,
  initiator: Initiator,
  content: PreviewBody,
  found: {
    readonly bizType: BizTypeRow
    readonly published: readonly PublishedDefinition[]
  },
): Promise<PreparedStart> {
  const { tenantId, userId } = initiator
  const { bizType, published } = found
  const definition = chooseDefinition(published, content.definitionId)
  const variables = await checkedVariables(directory, tenantId, {
    declared: bizType.variables,
    values: content.variables,
    pointer: '/variables',
    partial: false,
  })
  await checkSelections(directory, tenantId, content.selections ?? {})
  const others = (content.cc ?? []).filter((id) => id !== userId)
  const copied = await findCopied(directory, tenantId, others)
  const self = (await directory.findUsers(tenantId, [userId])).get(userId)
  return { bizType, definition, variables, initiatorName: self?.displayName ?? userId, copied }
}

function chooseDefinition(
  published: readonly PublishedDefinition[],
  definitionId: string | undefined,
): PublishedDefinition {
  const [only, second] = published
  if (only === undefined && definitionId !== undefined) throw problems.definition_not_published()
  if (only === undefined) throw problems.no_published_definition()
  if (second === undefined) return only
  const definitionIds = published.slice(0, MOST_PUBLISHED).map(({ id }) => id)
  const detail = `Several published processes, more than the ${MOST_PUBLISHED} that are listed; name one`
  throw problems.definition_required({
    members: { definitionIds },
    ...(published.length > MOST_PUBLISHED ? { detail } : {}),
  })
}
