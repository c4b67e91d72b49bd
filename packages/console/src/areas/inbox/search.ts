import { dropEmpty } from '../../shared/form/drop-empty.ts'
import type { Box, ProcessInstance, TaskFilter } from './queries.ts'

/** What the address of the inbox says. */
export interface InboxSearch {
  readonly box?: Exclude<Box, 'todo'>
  readonly q?: string
  readonly bizType?: string
  readonly overdue?: true
  /** The task that is open beside the list. */
  readonly task?: string
}

export interface StartedSearch {
  readonly q?: string
  readonly bizType?: string
  readonly status?: ProcessInstance['status']
}

/** What stands behind a figure of the dashboard: approvals by when they began, and by their tasks. */
export interface ApprovalsSearch extends StartedSearch {
  readonly definitionKey?: string
  /** Those alone that people started, not what other approvals called. */
  readonly own?: true
  readonly startedFrom?: string
  readonly startedUntil?: string
  readonly endedFrom?: string
  readonly endedUntil?: string
  readonly resubmittedFrom?: string
  readonly resubmittedUntil?: string
  readonly task?: (typeof taskStates)[number]
  readonly taskDefinition?: string
  readonly taskNode?: string
  readonly taskPerson?: string
  readonly taskFrom?: string
  readonly taskUntil?: string
  readonly taskAt?: string
}

export const taskStates = ['waiting', 'overdue', 'decided', 'returned', 'breached'] as const

const moments = [
  'startedFrom',
  'startedUntil',
  'endedFrom',
  'endedUntil',
  'resubmittedFrom',
  'resubmittedUntil',
  'taskFrom',
  'taskUntil',
  'taskAt',
] as const

type Raw = Readonly<Record<string, unknown>>

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export function readInboxSearch(raw: Raw): InboxSearch {
  return {
    ...boxIn(raw['box']),
    ...readCommon(raw),
    ...(raw['overdue'] === true ? { overdue: true as const } : {}),
    ...(textOf(raw['task']) === undefined ? {} : { task: textOf(raw['task']) ?? '' }),
  }
}

const boxIn = (box: unknown): Pick<InboxSearch, 'box'> =>
  box === 'waiting' || box === 'done' || box === 'cc' ? { box } : {}

/** Whether the address asks for fewer tasks than the box has. */
export const isNarrowed = ({ q, bizType, overdue }: InboxSearch): boolean =>
  q !== undefined || bizType !== undefined || overdue === true

/** Which tasks the address asks for. */
export const taskFilterOf = ({ box, q, bizType, overdue }: InboxSearch): TaskFilter => ({
  box: box ?? 'todo',
  q,
  bizType,
  overdue,
})

export const instanceStatuses = [
  'RUNNING',
  'RETURNED',
  'SUSPENDED',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'TERMINATED',
] as const satisfies readonly ProcessInstance['status'][]

export function readStartedSearch(raw: Raw): StartedSearch {
  const status = instanceStatuses.find((known) => known === raw['status'])
  return { ...readCommon(raw), ...(status === undefined ? {} : { status }) }
}

export function readApprovalsSearch(raw: Raw): ApprovalsSearch {
  return dropEmpty({
    ...readStartedSearch(raw),
    ...Object.fromEntries(moments.map((name) => [name, momentOf(raw[name])])),
    definitionKey: textOf(raw['definitionKey']),
    own: raw['own'] === true ? (true as const) : undefined,
    task: taskStates.find((known) => known === raw['task']),
    taskDefinition: textOf(raw['taskDefinition']),
    taskNode: textOf(raw['taskNode']),
    taskPerson: idOf(raw['taskPerson']),
  })
}

/** Which approvals the address asks for. */
export const instanceFilterOf = ({ own, ...filter }: ApprovalsSearch) => ({
  ...filter,
  ...(own === true ? { called: false } : {}),
})

/** As the service takes it: RFC 3339 in UTC. */
function momentOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const idOf = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? value
    : undefined

function readCommon(raw: Raw): { readonly q?: string; readonly bizType?: string } {
  const q = textOf(raw['q'])
  const bizType = textOf(raw['bizType'])
  return { ...(q === undefined ? {} : { q }), ...(bizType === undefined ? {} : { bizType }) }
}

/** Numbers in an address arrive as numbers, also where a text was meant. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined
}
