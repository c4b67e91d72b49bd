import type { Say } from '../../../text/i18n.ts'
import type { Field } from '../conditions/condition.ts'

/** What is said in words, and what is known to say it. */
export interface Saying {
  readonly t: Say<'designer'>
  readonly fields: readonly Field[]
  readonly nameOf: (id: string) => string
}

/** Something that a part says, under a label; what is the same in both versions has the same words. */
export interface Fact {
  readonly label: string
  readonly said: string
}
