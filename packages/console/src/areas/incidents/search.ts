import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { kinds, type IncidentKind } from './kinds.ts'

export const states = ['open', 'resolved', 'all'] as const

/** What the address of the incidents says; open ones when it says nothing of their state. */
export interface IncidentSearch {
  readonly kind?: IncidentKind
  readonly bizType?: string
  readonly state?: (typeof states)[number]
}

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export function readIncidentSearch(raw: Readonly<Record<string, unknown>>): IncidentSearch {
  const { bizType } = raw
  return dropEmpty({
    kind: kinds.find((known) => known === raw['kind']),
    bizType: typeof bizType === 'string' ? bizType.slice(0, 64) : undefined,
    state: states.find((known) => known === raw['state']),
  })
}
