// Starts that nobody is there for: a time or a signal makes them, and the process says what a person would.
import type { CompiledProcess, StartContent } from '../../core/definition/graph.ts'
import type { Variables } from '../../core/variables.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { Commanded } from '../decide/decide.ts'
import { findBizType, type BizTypeRow } from '../load/biz-types.ts'
import { checkedVariables } from '../people/named.ts'
import type { StartKey } from '../write/locked.ts'
import { contentFor } from './content.ts'

type StartDeps = Pick<Deps, 'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'>

/** Makes a start that is checked, as features/instances does it. */
type MakeStart = (deps: StartDeps, start: UnattendedStart) => Promise<unknown>

export type UnattendedDeps = StartDeps & Pick<Deps, 'log'> & { readonly makeStart: MakeStart }

interface UnattendedStart extends PreparedStart {
  readonly requestHash: Buffer
  readonly process: CompiledProcess
  readonly begin: string
  readonly by: Pick<Commanded, 'actor' | 'details' | 'origin'>
  readonly first: (tx: Tx, instanceId: string) => Promise<void>
}

interface PreparedStart {
  readonly key: StartKey
  readonly body: {
    readonly bizType: string
    readonly bizId: string
    readonly title: string
    readonly definitionId: string
    readonly variables: Variables
    readonly idempotencyKey: string
  }
  readonly prepared: {
    readonly bizType: BizTypeRow
    readonly definition: Definition
    readonly variables: Variables
    readonly initiatorName: string
    readonly copied: readonly []
  }
}

interface Definition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly name: string
}

/** What is to be started, and what it is for. */
interface Occasion {
  readonly tenantId: string
  readonly bizType: string
  readonly definition: Definition
  readonly content: StartContent
  readonly seen: Readonly<Record<string, unknown>>
  readonly usual: { readonly bizId: string; readonly title: string }
  readonly idempotencyKey: string
  /** Throws where its owner permits each start itself. */
  readonly requireAllowed: (bizType: BizTypeRow) => void
}

/** Others have made the start meanwhile, or another version was published: it is no business of this lease. */
export class LeaseLost extends Error {}

/**
 * Who starts what, with values that the business type takes.
 *
 * @throws `bpm.biz_type_unknown`, `bpm.start_initiator_unknown`, `bpm.variables_invalid`, `bpm.process_stuck`,
 *   `bpm.directory_unavailable`, and what is not allowed.
 */
export async function prepareUnattended(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  { tenantId, definition, content, seen, usual, idempotencyKey, ...occasion }: Occasion,
): Promise<PreparedStart> {
  const bizType = await findBizType(db, tenantId, occasion.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  occasion.requireAllowed(bizType)
  const { id: initiatorId, name } = await findInitiator(directory, tenantId, content.initiator)
  const said = contentFor(content, { seen, initiatorId, usual })
  const variables = await checkedVariables(directory, tenantId, {
    declared: bizType.variables,
    values: said.variables,
    pointer: '/variables',
    partial: false,
  })
  return {
    key: { tenantId, initiatorId, idempotencyKey },
    body: {
      bizType: bizType.code,
      definitionId: definition.id,
      ...said,
      variables,
      idempotencyKey,
    },
    prepared: { bizType, definition, variables, initiatorName: name, copied: [] },
  }
}

async function findInitiator(directory: Deps['directory'], tenantId: string, ref: string) {
  const key = `user:${ref}`
  const answers = await directory.resolve(tenantId, [{ key, kind: 'user', ref }])
  const [id] = answers.get(key)?.userIds ?? []
  if (id === undefined)
    throw problems.start_initiator_unknown({ detail: `Nobody is called ${ref}.` })
  const user = (await directory.findUsers(tenantId, [id])).get(id)
  return { id, name: user?.displayName ?? id }
}
