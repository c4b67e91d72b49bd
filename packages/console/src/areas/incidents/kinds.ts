import type { components } from '@countersign/client/bpm'

export type Incident = components['schemas']['Incident']
export type IncidentKind = Incident['kind']

/** What can get stuck, in the order of the choice. */
export const kinds = [
  'nobody_found',
  'nobody_to_escalate_to',
  'join_waits_forever',
  'no_way_on',
  'call_failed',
  'delivery_blocked',
  'migration_refused',
] as const satisfies readonly IncidentKind[]
