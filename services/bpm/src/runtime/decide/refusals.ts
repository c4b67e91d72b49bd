import type { Problem } from '@countersign/service-kit/problem'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import {
  isChosenBy,
  isCopyChosen,
  isNextChosen,
  selectableAfter,
} from '../../core/definition/task-form.ts'
import type { Effect, Refused, Selections } from '../../core/engine/command.ts'
import { checkVariables, type VariableDeclaration, type Variables } from '../../core/variables.ts'
import { problems } from '../../problems.ts'
import type { TaskRow } from '../load/instances.ts'
import type { Refusal } from '../load/snapshot.ts'
import { onBehalfOf } from './task-changes.ts'

/** Where in the request the fault of an action lies, as far as a request has such a place. */
const pointers: Partial<Record<Refused['reason'], string>> = {
  return_target_unknown: '/returnTo',
  return_targets_overlap: '/returnTo',
  resubmit_mode_forbidden: '/resubmitMode',
  nobody_to_remove: '/users',
  node_unknown: '/to',
  selection_required: '/selections',
}

export interface RefusalContext {
  /** What became of the task, for `bpm.task_not_open`. */
  readonly task?: Readonly<Record<string, unknown>>
  /** Where the request names people: `/to` or `/users`. */
  readonly people?: string
  /** Words a refusal otherwise; undefined leaves it to {@link toProblem}. */
  readonly reword?: (refused: Refused) => Problem | undefined
}

/** What became of a task, for whoever comes second. */
export function toOutcome(row: TaskRow): Readonly<Record<string, unknown>> {
  const whose = onBehalfOf(row, row.owner_id ?? row.assignee_id ?? '')
  return {
    taskNo: row.task_no,
    status: row.status,
    assignee: person(row.assignee_id, row.assignee_name),
    ...(whose === undefined ? {} : { onBehalfOf: { id: whose.id, name: whose.name } }),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: person(row.ended_by, row.ended_by_name),
  }
}

const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? id }

/** The problem that a refusal of the engine means to a client. */
export function toProblem(refused: Refused, context: RefusalContext & { status: string }): Problem {
  const { reason, detail, names } = refused
  switch (reason) {
    case 'not_candidate':
    case 'task_unknown':
      return problems.not_found()
    case 'task_not_open':
    case 'task_not_claimable':
      return problems.task_not_open({
        detail,
        members: context.task === undefined ? {} : { task: context.task },
      })
    case 'action_forbidden':
    case 'administrator_only':
    case 'return_forbidden':
      return problems.action_forbidden({ detail })
    case 'initiator_only':
      return problems.initiator_only({
        detail: 'Only the one who started the approval may do this.',
      })
    case 'not_returned':
      return problems.not_returned({ detail, members: { instanceStatus: context.status } })
    case 'not_running':
      return problems.instance_not_running({ detail, members: { instanceStatus: context.status } })
    case 'decided_since':
      return problems.decided_since({ detail, members: names.length === 0 ? {} : { names } })
    case 'separation_of_duties': {
      const { rule = 'oneSeat' } = refused
      const members = { rule, names }
      const errors = [{ pointer: context.people ?? '', code: rule, detail }]
      return problems.separation_of_duties({ detail, members, errors })
    }
    case 'called':
      return problems.instance_called({ detail: 'Do it with the approval that called it.' })
    case 'call_unknown':
    case 'timer_unknown':
    case 'message_not_expected':
    case 'signal_not_expected':
      return problems.message_not_expected({ detail })
    case 'owner_update_required':
      return problems.owner_update_required({ detail })
    case 'variables_differ':
      return problems.variables_differ({ detail, members: { names } })
    case 'field_not_writable':
      return problems.variables_invalid({ errors: names.map(toWriteFault) })
    default:
      return toStuckOrInvalid(refused, context)
  }
}

const stuck: ReadonlySet<Refused['reason']> = new Set([
  'expression_failed',
  'step_budget_exceeded',
  'no_path',
  'decision_unknown',
  'decision_ambiguous',
  'decision_gives_nothing',
  'too_many_people',
  'too_many_calls',
])

function toStuckOrInvalid(refused: Refused, context: RefusalContext): Problem {
  const { reason, detail, names } = refused
  if (reason === 'still_stuck') return problems.incident_persists({ detail })
  if (reason === 'jump_refused') {
    return problems.jump_refused({ detail, members: { stranded: names } })
  }
  if (reason === 'error_not_caught') {
    const errors = [{ pointer: '/error', code: reason, detail }]
    return problems.error_not_caught({ detail, members: { names }, errors })
  }
  if (reason === 'change_refused') return problems.change_refused({ detail, members: { names } })
  if (stuck.has(reason)) return problems.process_stuck({ detail, members: { names } })
  return toInvalid(refused, context)
}

function toInvalid({ reason, detail, names }: Refused, { people }: RefusalContext): Problem {
  const pointer = pointers[reason] ?? people ?? ''
  // Each node that people must be chosen for is a member of what the request sends.
  const places = reason === 'selection_required' ? names.map((name) => `/${escape(name)}`) : ['']
  return problems.action_invalid({
    detail,
    members: names.length === 0 ? {} : { names },
    errors: places.map((place) => ({ pointer: `${pointer}${place}`, code: reason, detail })),
  })
}

/** RFC 6901 section 3. */
const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const toWriteFault = (name: string) => ({
  pointer: `/variables/${name}`,
  code: 'not_writable',
  detail: 'this task may not change it',
})

/** Who chooses: by starting, or by approving a node. */
interface Chooser {
  readonly process: CompiledProcess
  /** The start event, or the node. */
  readonly from: string
  readonly starts: boolean
  /** What came of it. */
  readonly effects: readonly Effect[]
}

/**
 * Whom somebody chooses for a node is asked there, so nobody chooses for one that others choose for: who starts an approval
 * would pick the reviewer that an approver is to pick, and an approver replace whom the initiator has picked. Checked here and not by
 * the engine, which has to explain every log that there is.
 *
 * @returns `bpm.action_invalid` (422) with a pointer for each.
 */
export function refuseChoices(
  selections: Selections | undefined,
  { process, from, starts, effects }: Chooser,
): Problem | undefined {
  const chosen = Object.keys(selections ?? {})
  if (chosen.length === 0) return undefined
  // What is passed without anybody being asked leads to nodes behind those that come right after.
  const reached = new Set(effects.flatMap(nodesOf))
  // An approver is asked before it is known which way it goes.
  const after = selectableAfter(process, from, starts ? reached : undefined)
  const next = new Set([...after.map(({ id }) => id), ...reached])
  const isTheirs = (id: string): boolean =>
    (next.has(id) && isNextChosen(process, id)) ||
    isCopyChosen(process, id, 'previousApproverSelects') ||
    (starts &&
      (isChosenBy(process, id, 'initiatorSelects') ||
        isCopyChosen(process, id, 'initiatorSelects')))
  const errors = chosen
    .filter((id) => !isTheirs(id))
    .map((id) => ({
      pointer: `/selections/${id}`,
      code: 'not_yours_to_choose',
      detail: 'is no node whose people you choose here',
    }))
  return errors.length === 0 ? undefined : problems.action_invalid({ errors })
}

const nodesOf = (effect: Effect): readonly string[] =>
  effect.kind === 'nodeEntered' || effect.kind === 'nodeLeft' ? [effect.node] : []

/** Values that come from elsewhere, from the other side of a call or from a table, must be as the approval's version of the type declares them. */
export function checkValues(
  declared: readonly VariableDeclaration[],
  values: Variables,
  node: string,
  partial = false,
): Refusal | undefined {
  const [fault] = checkVariables(declared, values, { partial })
  if (fault === undefined) return undefined
  return refuseStuck(`the value ${fault.pointer.slice(1)} that is handed over ${fault.detail}`, [
    node,
  ])
}

/** The action that leads to what cannot be, such as a call that is not to be had, is refused as a whole. */
export const refuseStuck = (detail: string, names: readonly string[]): Refusal => ({
  kind: 'refused',
  problem: problems.process_stuck({ detail, members: { names } }),
})
