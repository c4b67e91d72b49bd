import type { EventStore } from './store.ts'

type Place = Pick<Parameters<EventStore<undefined>['lockPosition']>[1], 'tenantId' | 'instanceId'>

const keyOf = ({ tenantId, instanceId }: Place) => `${tenantId}/${instanceId}`

/** Keeps the places of instances until the process ends: for looking at events, not for an application. */
export function memoryStore(): EventStore<undefined> {
  const positions = new Map<string, number>()
  return {
    transaction: (work) => work(undefined),
    lockPosition: async (_tx, key) => positions.get(keyOf(key)) ?? 0,
    findAppliedId: async () => undefined,
    recordApplied: async (_tx, event) => {
      positions.set(keyOf(event), event.sequence)
    },
    prune: async () => 0,
  }
}

/** Takes any event for the next one: whoever it is handed on to keeps the places. */
export function forgetfulStore(): EventStore<undefined> {
  return {
    ...memoryStore(),
    lockPosition: async (_tx, key) =>
      'sequence' in key && typeof key.sequence === 'number' ? key.sequence - 1 : 0,
  }
}
