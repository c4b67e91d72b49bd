import { uuidv7 } from 'uuidv7'
import type { Applied } from '../../core/engine/command.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { InstanceRow } from '../load/instances.ts'
import type { SignalRows } from './recording.ts'

/**
 * What an applied action comes to in signals: a row is there exactly as long as something waits, and one for each that
 * was thrown.
 *
 * @param origin The first of the signals that led to this action, if one did.
 */
export function planSignals(
  before: InstanceRow,
  { state, effects }: Applied,
  origin: string | undefined,
): SignalRows {
  const waited = waitsOf(before)
  const waits = waitsOf(state)
  const thrown = effects.flatMap((effect) => {
    if (effect.kind !== 'signalThrown') return []
    const id = uuidv7()
    return [{ id, originId: origin ?? id, name: effect.name, node: effect.node }]
  })
  return {
    gone: [...waited.keys()].filter((number) => !waits.has(number)),
    set: [...waits].flatMap(([number, name]) => (waited.has(number) ? [] : [{ number, name }])),
    thrown,
    released: before.status === 'SUSPENDED' && state.status !== 'SUSPENDED',
  }
}

const waitsOf = ({ execution }: Pick<EngineState, 'execution'>): ReadonlyMap<number, string> =>
  new Map((execution.subscriptions ?? []).map(({ id, name }) => [id, name]))
