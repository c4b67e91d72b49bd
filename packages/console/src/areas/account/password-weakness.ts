import { ApiProblem } from '../../api/problem.ts'

const known = [
  'too_short',
  'too_long',
  'contains_username',
  'contains_name',
  'too_simple',
  'breached',
  'same',
] as const

export type Weakness = (typeof known)[number] | 'other'

/** Why the identity service does not take a new password. */
export function weaknessOf(error: unknown): Weakness {
  const faults = error instanceof ApiProblem ? (error.body.errors ?? []) : []
  const code = faults.find(({ pointer }) => pointer === '/newPassword')?.code
  return known.find((weakness) => weakness === code) ?? 'other'
}
