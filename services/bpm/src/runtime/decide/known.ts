// What the directory and the calendar have answered while something is decided, and what is missing.
import type { PublishedTable } from '../../core/decision/table.ts'
import type { Directory as Answers, Question } from '../../core/engine/command.ts'
import type { TimerMoment } from '../../core/engine/state.ts'

/** What is known while something is decided. */
export interface Known {
  /** The directory's answers by the key of the question. */
  readonly answers: Answers
  /** Published decision tables that the answers name, by id. */
  readonly tables: ReadonlyMap<string, PublishedTable>
  /** Display names by user id. */
  readonly names: ReadonlyMap<string, string>
  /** Works out when a time comes; undefined until it was asked for. */
  readonly times: WorkingTimes | undefined
  /** The same for an approval of another business type: others may stand in there. */
  readonly about: (bizType: string) => Known
}

/** When a time comes that is waited for; `fault` when a computed text is no time. */
export interface WorkingTimes {
  readonly toDate: (when: TimerMoment, from: Date) => Date | { readonly fault: string }
}

/** What a decision turned out to need. It is made again once this is known; nothing has changed. */
export interface Needs {
  readonly kind: 'needs'
  readonly missing: readonly Missing[]
}

export type Missing =
  | {
      readonly what: 'people'
      readonly requests: readonly Question[]
      readonly userIds: readonly string[]
      /** The business type that the requests are about, when it is not that of the work. */
      readonly bizType?: string
    }
  | { readonly what: 'times' }

export const needAnswers = (requests: readonly Question[]): Needs => ({
  kind: 'needs',
  missing: [{ what: 'people', requests, userIds: [] }],
})

export const needNames = (userIds: readonly string[]): Needs => ({
  kind: 'needs',
  missing: [{ what: 'people', requests: [], userIds }],
})

export const needTimes: Needs = { kind: 'needs', missing: [{ what: 'times' }] }

/** Says which business type people are asked for. */
export const concerning = ({ missing }: Needs, bizType: string): Needs => ({
  kind: 'needs',
  missing: missing.map((one) => (one.what === 'people' ? { ...one, bizType } : one)),
})
