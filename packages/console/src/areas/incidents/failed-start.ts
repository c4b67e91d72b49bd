import type { components } from '@countersign/client/bpm'

/** A start that nobody was there for and that could not be made. */
export interface FailedStart {
  readonly kind: 'time' | 'signal'
  readonly id: string
  /** Of the process. */
  readonly name: string
  readonly dueAt: string | null
  readonly signal?: string
  readonly code: string | null
  readonly error: string | null
}

export const fromSchedule = ({
  id,
  definition: { name },
  dueAt,
  code,
  error,
}: components['schemas']['StartSchedule']): FailedStart => ({
  kind: 'time',
  id,
  name,
  dueAt,
  code,
  error,
})

export const fromSignal = ({
  id,
  definition: { name },
  signal,
  code,
  error,
}: components['schemas']['SignalStart']): FailedStart => ({
  kind: 'signal',
  id,
  name,
  dueAt: signal.thrownAt,
  signal: signal.name,
  code,
  error,
})
