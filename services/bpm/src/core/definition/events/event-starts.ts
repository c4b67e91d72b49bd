import type { CompiledProcess, StartedBy, StartNode } from '../graph.ts'

/**
 * What expressions of a start by itself see: the moment that it is for, where the people of the tenant are; of a time
 * which one of them it is, of a signal its number.
 */
export const localsOfStart = {
  time: {
    dueAt: 'string',
    dueDay: 'string',
    dueMonth: 'string',
    dueYear: 'string',
    occurrence: 'int',
  },
  signal: {
    thrownAt: 'string',
    thrownDay: 'string',
    thrownMonth: 'string',
    thrownYear: 'string',
    signalId: 'string',
  },
} as const

/** The start events of a process that begin by something, in document order. */
export function eventStartsOf<T extends StartedBy['on']>(
  { nodes }: CompiledProcess,
  on: T,
): readonly (StartNode & { readonly startedBy: Extract<StartedBy, { on: T }> })[] {
  const isMeant = (node: StartNode): node is ReturnType<typeof eventStartsOf<T>>[number] =>
    node.startedBy?.on === on
  return [...nodes.values()].filter((node) => node.kind === 'start').filter(isMeant)
}

/** The start event that a message begins an approval at, without one the plain start; undefined where there is none. */
export function startFor(
  process: CompiledProcess,
  message: string | undefined,
): string | undefined {
  if (message !== undefined) {
    return eventStartsOf(process, 'message').find((node) => node.startedBy.message === message)?.id
  }
  const node = process.nodes.get(process.start)
  return node?.kind === 'start' && node.startedBy === undefined ? node.id : undefined
}
