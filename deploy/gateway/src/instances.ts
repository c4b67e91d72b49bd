import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Client, Pool } from 'undici'

/*
 * The processes of a service, as its setting and the name service give them, and which of them are well.
 *
 * Kept by: deploy/gateway/src/several.test.ts "asks none that is not ready, and each again that is"
 */

/** One process of a service. */
export interface Instance {
  readonly origin: string
  readonly host: string
  readonly pool: Pool
  /** Asks whether it is ready, apart from the requests: these may have taken every connection. */
  readonly probe: Client
  /** Not well are those that refuse connections, break them off, are silent, or say that they are not ready. */
  isWell: boolean
  /** How often in turn it was silent. */
  silences: number
  /** Take the requests away that wait for its answer and may be sent again. */
  readonly waiting: Set<() => void>
}

export interface Instances {
  /** The next to ask, those that are well first; undefined when all of them were tried. */
  choose(tried: ReadonlySet<Instance>): Instance | undefined
  /** Whether one of them is ready. */
  isReady(): Promise<boolean>
  /** Follows the name service, and asks how each of them is where there are several. */
  watch(): Promise<void>
  close(): Promise<void>
}

// As many connections as requests are under way, no more than clients have to the gateway: behind a limit everybody
// would wait for who holds a stream, or is slow to send.
const poolOptions = {
  pipelining: 1,
  keepAliveTimeout: 4_000,
  headersTimeout: 60_000,
  // Between two chunks, not for the whole body: large files may take their time.
  bodyTimeout: 60_000,
}
const connectTimeoutMs = 3_000
// Longer than a service waits for its database (1.5 s): it says itself that it is not ready, and is not silent.
const probeTimeoutMs = 2_500
const readinessTimeoutMs = 2_000
// Once may be a pause of a process that is busy; what waits there is worth a second look.
const silencesToMove = 2

/** @param origins Of one service, each with a name or an address. */
export function createInstances(origins: readonly string[]): Instances {
  // By origin and address; the address is left out until a name is known.
  let all = new Map(origins.map((origin) => [origin, createInstance(origin)]))
  let turn = 0

  const follow = async () => {
    const places = (await Promise.all(origins.map((origin) => placesOf(origin, all)))).flat()
    const next = new Map<string, Instance>()
    for (const { key, origin, address } of places)
      next.set(key, all.get(key) ?? createInstance(origin, address))
    const gone = [...all].flatMap(([key, instance]) => (next.has(key) ? [] : [instance]))
    all = next
    // Requests under way end first.
    for (const { pool, probe } of gone) void Promise.all([pool.close(), probe.destroy()])
  }
  return {
    choose: (tried) => {
      const left = [...all.values()].filter((instance) => !tried.has(instance))
      const well = left.filter(({ isWell }) => isWell)
      const among = well.length > 0 ? well : left
      turn = (turn + 1) % Number.MAX_SAFE_INTEGER
      return among[turn % among.length]
    },
    isReady: async () => {
      const answers = [...all.values()].map((one) => askReadiness(one, readinessTimeoutMs))
      return (await Promise.all(answers)).includes('ready')
    },
    watch: async () => {
      await follow()
      const several = all.size > 1 ? [...all.values()] : []
      await Promise.all(several.map(examine))
      // Where no other is well, what waits is not better off elsewhere.
      if (several.some(({ isWell }) => isWell)) for (const one of several) moveWaiting(one)
    },
    close: async () => {
      const ends = [...all.values()].flatMap(({ pool, probe }) => [pool.destroy(), probe.destroy()])
      await Promise.all(ends)
    },
  }
}

function createInstance(origin: string, address?: string): Instance {
  // The name stays in Host and in the certificate's check; only where it leads to is fixed.
  const connect = { timeout: connectTimeoutMs, ...(address ? { lookup: leadTo(address) } : {}) }
  return {
    origin,
    host: new URL(origin).host,
    pool: new Pool(origin, { ...poolOptions, connect }),
    probe: new Client(origin, { pipelining: 1, connect }),
    isWell: true,
    silences: 0,
    waiting: new Set(),
  }
}

const leadTo =
  (address: string): LookupFunction =>
  (_name, options, callback) => {
    const family = isIP(address)
    if (options.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

interface Place {
  readonly key: string
  readonly origin: string
  readonly address?: string
}

/** While the name service does not answer what was known stays. */
async function placesOf(origin: string, known: ReadonlyMap<string, Instance>): Promise<Place[]> {
  const { hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [{ key: origin, origin }]
  try {
    const found = await lookup(hostname, { all: true })
    const addresses = [...new Set(found.map(({ address }) => address))]
    return addresses.map((address) => ({ key: `${origin} ${address}`, origin, address }))
  } catch {
    return [...known].flatMap(([key, one]) => (one.origin === origin ? [{ key, origin }] : []))
  }
}

async function examine(instance: Instance): Promise<void> {
  const answer = await askReadiness(instance, probeTimeoutMs)
  // A backend of the business need not know the question; that it answers is all it says.
  instance.isWell = answer === 'ready' || answer === 'strange'
  instance.silences = answer === 'silent' ? instance.silences + 1 : 0
}

function moveWaiting({ silences, waiting }: Instance): void {
  if (silences < silencesToMove) return
  for (const move of waiting) move()
}

async function askReadiness(
  { probe }: Instance,
  timeoutMs: number,
): Promise<'ready' | 'unready' | 'strange' | 'silent'> {
  try {
    const { statusCode, body } = await probe.request({
      method: 'GET',
      path: '/actuator/health/readiness',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body.dump()
    if (statusCode === 200) return 'ready'
    return statusCode < 500 ? 'strange' : 'unready'
  } catch {
    return 'silent'
  }
}
