import { createContext } from 'react'
import type { Field } from './conditions/condition.ts'

/** What forms need of the process that is drawn, however deep they are. */
interface DrawnProcess {
  /** What it is about: code of the business type. */
  readonly bizType: string
  /** What conditions can ask about. */
  readonly fields: readonly Field[]
  /** What is wrong with an element, in words. */
  readonly faults: ReadonlyMap<string, readonly string[]>
}

export const DrawnProcessContext = createContext<DrawnProcess>({
  bizType: '',
  fields: [],
  faults: new Map(),
})
