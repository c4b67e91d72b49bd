// What a random approval waits for that nobody has in an inbox.
import type { CompiledProcess } from '../../definition/graph.ts'
import { triggersOf } from '../../definition/events/triggers.ts'
import { hasCome } from '../events/arrivals.ts'
import { receiversAt } from '../events/hearing.ts'
import { isExpected } from '../events/messages.ts'
import type { ExecutionState } from '../state.ts'

/** Names of the messages that something waits for. */
export function messagesExpected(process: CompiledProcess, execution: ExecutionState): string[] {
  const names = [...process.nodes.values()].flatMap((node) =>
    triggersOf(node).flatMap((one) => (one.on === 'message' ? [one.message] : [])),
  )
  return names.filter((name) => isExpected(process, execution, name))
}

/** Conditions of the random processes that are waited for at a node: the name of a value that is to be true. */
export function valuesMissing(process: CompiledProcess, { tokens }: ExecutionState): string[] {
  return tokens.flatMap((token) =>
    receiversAt(process, token).flatMap((event) =>
      triggersOf(event).flatMap((one) =>
        one.on === 'condition' && !hasCome(token.came, event.id, one) ? [one.condition.text] : [],
      ),
    ),
  )
}
