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
