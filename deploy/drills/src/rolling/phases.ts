import { setTimeout as delay } from 'node:timers/promises'
import type { DrillPlatform } from '../platform/drill-platform.ts'
import { drilledServices, type DrilledService, type Instance } from '../platform/instance.ts'
import { replaceEach } from './replace.ts'

/** Something that is done to processes while people work. */
export interface Phase {
  readonly name: string
  readonly run: () => Promise<void>
  /** Whether every request must be answered; what dies or is stopped with one in hand leaves it unclear. */
  readonly losesNothing: boolean
}

const calmMs = 5_000
/** Longer than every lease that is held without being renewed. */
const frozenMs = 20_000

/** @param from Root of another version, to which everything is rolled back, and from which it is upgraded. */
export function phasesOf(platform: DrillPlatform, from: URL | undefined): readonly Phase[] {
  const { instances } = platform
  const roll = (name: string, checkout?: URL): Phase => ({
    name,
    run: () => replaceEach(instances, () => ({}), checkout),
    losesNothing: true,
  })
  return [
    { name: 'nothing', run: () => delay(calmMs), losesNothing: true },
    roll('rolling restart'),
    ...(from === undefined ? [] : [roll('rolled back', from), roll('rolling upgrade')]),
    ...drilledServices.map((service) => ({
      name: `one ${service} is frozen (SIGSTOP) for ${frozenMs / 1_000} s`,
      run: () => freeze(firstOf(platform, service)),
      losesNothing: false,
    })),
    ...drilledServices.map((service) => ({
      name: `one ${service} is killed (SIGKILL)`,
      run: () => kill(firstOf(platform, service)),
      losesNothing: false,
    })),
  ]
}

const firstOf = (platform: DrillPlatform, service: DrilledService): Instance => {
  const [first] = platform.instancesOf(service)
  if (first === undefined) throw new Error(`there is no ${service}`)
  return first
}

async function freeze(instance: Instance): Promise<void> {
  instance.signal('SIGSTOP')
  await delay(frozenMs)
  instance.signal('SIGCONT')
  await delay(calmMs)
}

/** What ends by itself is started again. */
async function kill(instance: Instance): Promise<void> {
  instance.signal('SIGKILL')
  await delay(2 * calmMs)
}
