import type { ModdleWarning } from 'bpmn-moddle'

/** As many as are told. */
export const MAX_WARNINGS = 100

/** Why the parser was stopped; it adds what it had heard. */
export class TooManyWarnings extends Error {
  readonly warnings: readonly ModdleWarning[] = []
}

interface Context {
  readonly warnings: readonly ModdleWarning[]
  addWarning(warning: ModdleWarning): void
}

/**
 * Options of `fromXML`: a handler of the root that bounds the context which hears of warnings. The parser goes on
 * after each, counts lines from the beginning for it and may keep a whole tag beside it: some kilobytes of faults
 * would keep the process busy for minutes, with gigabytes. What is told is known after a hundred.
 *
 * Kept by: services/bpm/src/core/definition/xml/xml.test.ts "leaves a document full of faults after the first hundred"
 */
export const boundedReading = {
  handler(this: object, type: string): object {
    const { handler } = Object.getPrototypeOf(this) as { handler(type: string): object }
    const root = handler.call(this, type)
    let bounded: Context | undefined
    return Object.defineProperty(root, 'context', {
      get: () => bounded,
      set: (context: Context) => {
        bounded = context
        bound(context)
      },
    })
  },
}

function bound(context: Context): void {
  const add = context.addWarning.bind(context)
  let count = 0
  context.addWarning = (warning) => {
    add(warning)
    if (warning.error !== undefined) count += 1
    if (count > MAX_WARNINGS) throw new TooManyWarnings()
  }
}
