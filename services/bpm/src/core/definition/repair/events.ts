import { engineNamespaces } from '../foreign/foreign.ts'
import type { DefinitionProblem } from '../problem.ts'
import { addExtension, append, escape, renameElement, setAttribute, siblingTag } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { childrenOf, elementWithId, OWN, textIn, valueOf, within } from './source.ts'

/**
 * A cycle where a time comes once: the first time of it. An event that ends its activity never comes a second time; whether
 * one that is waited for does, its author says.
 */
export function planOnce(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  const [timer, another] = event === undefined ? [] : childrenOf(event, 'timerEventDefinition')
  const [cycle] = timer === undefined || another !== undefined ? [] : childrenOf(timer, 'timeCycle')
  if (event === undefined || cycle === undefined) return []
  const [, duration] = /^R\d*\/(P[^/]*)$/.exec(textIn(source, cycle)) ?? []
  if (duration === undefined) return []
  const edits = [
    ...renameElement(cycle, 'timeDuration'),
    { from: cycle.openTo, to: cycle.closeFrom, text: escape(duration) },
  ]
  const does = `wait once, for ${duration}`
  const isSafe = event.local !== 'intermediateCatchEvent'
  return [toRepair({ kind: 'wait_once', element, does, values: { duration }, isSafe, edits })]
}

/** An event that does not say what it waits for, or to another engine alone: the application tells of it by a message. */
export function planHeard(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  if (event === undefined || !waiting.has(event.local)) return []
  const [holder] = childrenOf(event, 'extensionElements')
  const told = (holder?.children ?? []).filter(({ uri }) => engineNamespaces.has(uri))
  const isTold = event.children.some(({ local }) =>
    /^eventDefinitionRef$|EventDefinition$/.test(local),
  )
  if (isTold) return []
  const definition = `<${siblingTag(event, 'messageEventDefinition')}/>`
  const does = 'wait for a message of the application, by the id of the event'
  const edits = [
    ...told.map(({ from, to }) => ({ from, to, text: '' })),
    append(source, event, [definition]),
  ]
  return [toRepair({ kind: 'hear_message', element, does, edits })]
}

const waiting: ReadonlySet<string> = new Set(['boundaryEvent', 'intermediateCatchEvent'])

/** Lets a rejection throw what an event on the border of a task waits for. */
export function planThrow(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  const host =
    event === undefined ? undefined : elementWithId(source, valueOf(event, 'attachedToRef'))
  const [caught] = event === undefined ? [] : childrenOf(event, 'errorEventDefinition')
  if (event === undefined || host?.local !== 'userTask' || caught === undefined) return []
  const error = elementWithId(source, valueOf(caught, 'errorRef'))
  const code = error === undefined ? '' : valueOf(error, 'errorCode') || valueOf(error, 'id')
  const name = valueOf(event, 'name') || element
  const decision = within(host).find(({ uri, local }) => uri === OWN && local === 'decision')
  const said = code === '' ? [] : [['error', code] as const]
  const edits =
    decision === undefined
      ? [
          addExtension(source, host, 'decision', (prefix) => {
            const attributes = said.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')
            return `<${prefix}decision onReject="throw"${attributes}/>`
          }),
        ]
      : [['onReject', 'throw'] as const, ...said].map(([key, value]) =>
          setAttribute(decision, key, value),
        )
  const does = `let a rejection lead over ${name}`
  // Several events of one task are thrown by one rejection: the author says which.
  const touches = [`throw_rejection:${valueOf(host, 'id')}`]
  return [toRepair({ kind: 'throw_rejection', element, does, values: { name }, edits, touches })]
}
