// What a process throws that nothing in it catches: whoever calls it may catch it on the border of the call.
import type {
  BoundaryNode,
  CallNode,
  CompiledProcess,
  Node,
  Trigger,
  UserTaskNode,
} from '../graph.ts'
import { singlesOf } from '../events/triggers.ts'
import type { Report } from '../xml/xml.ts'

/** An error or an escalation; its code is '' where it has none. */
export interface Thrown {
  readonly on: 'error' | 'escalation'
  readonly code: string
}

/**
 * What reaches the callers of a process.
 *
 * @param byCall What a process that this one calls throws to it, by its key.
 */
export function thrownOutOf(
  process: CompiledProcess,
  byCall: (key: string) => readonly Thrown[],
): readonly Thrown[] {
  return [...process.nodes.values()].flatMap((node) => {
    const borders = process.boundaries.get(node.id) ?? []
    const thrown = node.kind === 'call' ? passedOn(process, node, byCall) : thrownBy(node, borders)
    return thrown.filter((one) => !isCaughtAround(process, node, one))
  })
}

function thrownBy(node: Node, borders: readonly BoundaryNode[]): readonly Thrown[] {
  if (node.kind === 'userTask') {
    return rejectionOf(node).filter((one) => !borders.some(({ trigger }) => catches(trigger, one)))
  }
  const throws = node.kind === 'throw' ? node.throws : node.kind === 'end' ? node.before : []
  const thrown = (throws ?? []).flatMap(({ thrown: on, code }) =>
    on === 'escalation' ? [{ on, code }] : [],
  )
  const ends = node.kind === 'end' && (node.variant === 'error' || node.variant === 'escalation')
  return ends ? [...thrown, { on: node.variant, code: node.code }] : thrown
}

/** What a rejection throws. */
const rejectionOf = ({ decision: { onReject, error = '' } }: UserTaskNode): readonly Thrown[] =>
  onReject === 'throw' ? [{ on: 'error', code: error }] : []

/** Error events on the border of a task for what no rejection there throws: they would never come. */
export function findUnthrownByTasks(
  process: CompiledProcess,
  unclear: ReadonlySet<string>,
  report: Report,
): void {
  for (const node of process.nodes.values()) {
    if (node.kind !== 'userTask') continue
    const thrown = rejectionOf(node)
    for (const { id, trigger } of process.boundaries.get(node.id) ?? []) {
      const errors = singlesOf(trigger).filter(({ on }) => on === 'error')
      if (unclear.has(id) || errors.every((one) => thrown.some((error) => catches(one, error))))
        continue
      const message = `nobody at ${node.name} throws what this waits for: let a rejection throw it, by onReject="throw" and error of approval:decision, or remove the event`
      report(id, 'error_not_thrown', message)
    }
  }
}

/** An error that the call leaves to conditions goes no further. */
const passedOn = (
  { boundaries }: CompiledProcess,
  { id, calledElement, onReject }: CallNode,
  byCall: (key: string) => readonly Thrown[],
): readonly Thrown[] =>
  byCall(calledElement).filter(
    (one) =>
      !(boundaries.get(id) ?? []).some(({ trigger }) => catches(trigger, one)) &&
      (one.on === 'escalation' || onReject === 'end'),
  )

/**
 * As the engine looks for what catches it. An event sub-process that has ended all else in its run lets no other one
 * begin there, so what is thrown in it is not caught by its like.
 */
function isCaughtAround(process: CompiledProcess, node: Node, thrown: Thrown): boolean {
  const inside = new Set<string>()
  for (let { parent } = node; ; parent = process.nodes.get(parent)?.parent) {
    const handlers = process.handlers.get(parent ?? '') ?? []
    const isAlone = handlers.some(({ id, begins }) => begins.interrupting && inside.has(id))
    const listening = isAlone ? [] : handlers.filter(({ id }) => !inside.has(id))
    if (listening.some(({ begins }) => catches(begins.trigger, thrown))) return true
    if (parent === undefined) return false
    const borders = process.boundaries.get(parent) ?? []
    if (borders.some(({ trigger }) => catches(trigger, thrown))) return true
    inside.add(parent)
  }
}

const catches = (trigger: Trigger, { on, code }: Thrown): boolean =>
  singlesOf(trigger).some(
    (one) => one.on === on && 'code' in one && (one.code === undefined || one.code === code),
  )

/** Events on the border of a call for what the process that is called now does not throw: they would never come. */
export function findUnthrown(
  { boundaries }: CompiledProcess,
  { id, calledElement }: CallNode,
  thrown: readonly Thrown[],
  report: Report,
): void {
  const events = (boundaries.get(id) ?? []).flatMap(({ id: event, trigger }) =>
    singlesOf(trigger).map((one) => ({ event, trigger: one })),
  )
  for (const { event, trigger } of events) {
    if (trigger.on !== 'error' && trigger.on !== 'escalation') continue
    if (thrown.some((one) => catches(trigger, one))) continue
    const which = trigger.code === undefined ? `any ${trigger.on}` : `${trigger.on} ${trigger.code}`
    const message = `nothing in the process ${calledElement} throws ${which} to its caller: throw it there first, or remove the event`
    report(event, `${trigger.on}_not_thrown`, message)
  }
}

/** Whether the border of a call waits for what is thrown in the process that it calls. */
export const listensTo = ({ boundaries }: CompiledProcess, { id }: CallNode): boolean =>
  (boundaries.get(id) ?? []).some(({ trigger }) =>
    singlesOf(trigger).some(({ on }) => on === 'error' || on === 'escalation'),
  )
