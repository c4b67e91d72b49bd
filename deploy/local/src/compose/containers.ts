import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { programs } from './images.ts'

/** @throws unless each runs as somebody who is not root, may do nothing special and write nowhere. */
export async function checkHardening(engine: Engine): Promise<void> {
  const script = `
    const { accessSync, constants, readFileSync } = require('node:fs')
    const status = readFileSync('/proc/1/status', 'utf8')
    const read = (name) => new RegExp('^' + name + ':\\\\s+(\\\\w+)', 'm').exec(status)[1]
    const writable = ['/', '/app', '/dependencies'].filter((path) => {
      try { accessSync(path, constants.W_OK); return true } catch { return false }
    })
    const uid = Number(read('Uid'))
    const mounts = readFileSync('/proc/mounts', 'utf8')
    console.log(JSON.stringify({
      root: uid === 0, capabilities: Number('0x' + read('CapBnd')), gains: read('NoNewPrivs') === '0',
      writable, readOnly: / \\/ \\w+ ro[, ]/.test(mounts),
    }))`
  const expected = { root: false, capabilities: 0, gains: false, writable: [], readOnly: true }
  for (const name of programs) {
    const found = (await engine.inside(name, script)).trim()
    if (found !== JSON.stringify(expected)) throw new Error(`${name} is not hardened: ${found}`)
  }
}

/** @throws unless `/internal` is on the inner port alone. */
export async function checkInternal(
  engine: Engine,
  baseUrl: string,
  internalPort: number,
): Promise<void> {
  const path = '/internal/v1/bpm/process-instances'
  const outside = (await fetch(`${baseUrl}${path}`)).status
  const script = `fetch('http://gateway:${internalPort}${path}').then((r) => console.log(r.status))`
  const inside = Number(await engine.inside('gateway', script))
  // Without a token: it is there, and says so.
  if (outside !== 404 || inside !== 401)
    throw new Error(`/internal is ${outside} on the public port, ${inside} on the inner one`)
}

/** @throws unless the summed health comes to be as said within a minute. */
export async function waitForHealth(
  baseUrl: string,
  status: number,
  signIn: string,
): Promise<void> {
  const end = performance.now() + 60_000
  let last = ''
  while (performance.now() < end) {
    const answer = await fetch(`${baseUrl}/actuator/health`).catch(() => undefined)
    last = `${answer?.status} ${await answer?.text()}`
    if (answer?.status === status && last.includes(`"signIn":{"status":"${signIn}"}`)) return
    await sleep(200)
  }
  throw new Error(`health is ${last}`)
}
