import { CommandFault, readOptions } from '../process/command-line.ts'

export interface ReconcileOptions {
  readonly repair: boolean
  readonly json: boolean
  /** What was over before is not compared. */
  readonly since: Date
}

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 30

/** For a command that has more of its own; others call {@link readReconcileOptions}. */
export const reconcileOptions = {
  repair: { type: 'boolean' },
  json: { type: 'boolean' },
  since: { type: 'string' },
} as const

/** @throws CommandFault */
export const readReconcileOptions = (args: readonly string[], now: Date): ReconcileOptions =>
  toReconcileOptions(readOptions(reconcileOptions, args), now)

/** @throws CommandFault */
export function toReconcileOptions(
  given: {
    readonly repair?: boolean | undefined
    readonly json?: boolean | undefined
    readonly since?: string | undefined
  },
  now: Date,
): ReconcileOptions {
  const { repair = false, json = false, since: text } = given
  const since =
    text === undefined ? new Date(now.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(text)
  if (Number.isNaN(since.getTime())) throw new CommandFault(`--since is a time, not ${text}`)
  return { repair, json, since }
}
