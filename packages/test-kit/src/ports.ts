import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports the platform takes, from its base upwards. */
const PORTS = 10
const LOWEST = 20_000
// Single ports are drawn from here up to there: above 10080, the last one that fetch refuses to ask ("bad port", Fetch
// section 2.9).
const LOWEST_SINGLE = 10_081
// Below the ports that Linux hands out to outgoing connections.
const HIGHEST = 32_000
const ATTEMPTS = 50

/**
 * Finds ten free ports in a row for a platform.
 *
 * They are free now; another process may take one before the platform does, which is why bases are
 * drawn at random.
 */
export async function findPortBase(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const base = LOWEST + PORTS * Math.floor((Math.random() * (HIGHEST - LOWEST)) / PORTS)
    const free = await Promise.all(
      Array.from({ length: PORTS }, (_, index) => isFree(base + index)),
    )
    if (free.every(Boolean)) return base
  }
  throw new Error('no ten free ports in a row')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

/**
 * A port that is free now, for a program that has to be told one.
 *
 * None of those that the system gives to whoever listens on any: until the program listens, other
 * tests do that many times.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST_SINGLE + Math.floor(Math.random() * (LOWEST - LOWEST_SINGLE))
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}
