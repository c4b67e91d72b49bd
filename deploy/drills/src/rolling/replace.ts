import { setTimeout as delay } from 'node:timers/promises'
import type { DrilledService, Instance } from '../platform/instance.ts'

/** Until everybody knows that it is there again, as whoever rolls waits for readiness. */
const knownAfterMs = 2_000

/** Stops each process and starts it again, with other settings or another version, one after the other. */
export async function replaceEach(
  instances: readonly Instance[],
  settingsOf: (service: DrilledService) => NodeJS.ProcessEnv,
  checkout?: URL,
): Promise<void> {
  for (const instance of instances) {
    await instance.stop()
    await instance.start(settingsOf(instance.service), checkout)
    await delay(knownAfterMs)
  }
}
