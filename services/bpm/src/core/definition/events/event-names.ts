// What events call what they wait for or throw.
import type { Reader } from '../drafts.ts'
import type { Reach } from '../graph.ts'
import { elementOf, textOf, type ModdleElement } from '../xml/xml.ts'

/** Of a message that is named by a task or an event: its name, else its id. */
export function messageOf(holder: ModdleElement): string {
  const message = elementOf(holder, 'messageRef')
  return message === undefined ? '' : textOf(message, 'name') || textOf(message, 'id')
}

/** Signals are told apart by their names: one that names none would never be heard. */
export function signalOf(
  definition: ModdleElement,
  id: string,
  { report }: Pick<Reader, 'report'>,
): NamedSignal {
  const named = namedSignalOf(definition, id, report)
  if (named.signal === '') {
    report(id, 'signal_missing', 'the event needs a signal with a name: refer to one by signalRef')
  }
  return named
}

/** Of one that is kept for others. */
const MAX_SIGNAL_NAME = 200

interface NamedSignal {
  /** '' where the definition of the event refers to none. */
  readonly signal: string
  readonly reach?: Reach
}

/** The signal that the definition of an event refers to, and how far it goes. */
export function namedSignalOf(
  definition: ModdleElement,
  id: string,
  report: Reader['report'],
): NamedSignal {
  const element = elementOf(definition, 'signalRef')
  if (element === undefined) return { signal: '' }
  const signal = textOf(element, 'name') || textOf(element, 'id')
  const scope = textOf(element, 'scope')
  if (scope === 'tenant' && signal.length <= MAX_SIGNAL_NAME) return { signal, reach: scope }
  if (scope === 'tenant') {
    const message = `a signal for the tenant has a name of ${MAX_SIGNAL_NAME} characters at most`
    report(id, 'value_invalid', message)
    return { signal }
  }
  if (scope !== '' && scope !== 'approval') {
    report(id, 'value_invalid', `approval:scope of the signal ${signal} is approval or tenant`)
  }
  return { signal }
}

/** By what an error or an escalation is told from others; undefined where none is named. */
export function codeOf(definition: ModdleElement): string | undefined {
  const error = elementOf(definition, 'errorRef')
  const escalation = elementOf(definition, 'escalationRef')
  if (error !== undefined) return textOf(error, 'errorCode') || textOf(error, 'id')
  if (escalation !== undefined) {
    return textOf(escalation, 'escalationCode') || textOf(escalation, 'id')
  }
  return undefined
}
