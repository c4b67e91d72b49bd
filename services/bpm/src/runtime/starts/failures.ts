import { Problem } from '@countersign/service-kit/problem'
import { retryPauseSeconds } from '../../core/retry-pause.ts'

/** What is kept of a start that could not be made, and for how long it rests. */
export interface StartFailure {
  readonly seconds: number
  readonly at: Date
  readonly code: string
  readonly error: string
}

/** The next try comes later with each that failed, at last each hour. */
export function toFailure(error: Error, attempts: number, at: Date): StartFailure {
  const seconds = retryPauseSeconds(attempts)
  const code = error instanceof Problem ? error.code : 'bpm.internal_error'
  return { seconds, at, code, error: error.message.slice(0, 500) }
}
