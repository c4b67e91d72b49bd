import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { platform, platformFile } from './platform.ts'

type Service = 'iam' | 'bpm' | 'dms' | 'gateway' | 'expense'

/** Process ids of the running platform, which the launcher keeps beside its platform.json. */
function pidOf(service: Service): number {
  const file = join(dirname(platformFile()), 'pids.json')
  const pids = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  const pid = pids[service]
  if (pid === undefined) throw new Error(`${file} has no ${service}`)
  return pid
}

/** Ends a service as a power cut would; the launcher starts it again. */
export function kill(service: Service): number {
  const pid = pidOf(service)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Waits until another process of the service than the killed one is ready. */
export async function restarted(service: 'iam' | 'bpm' | 'dms', killed: number): Promise<void> {
  await expect.poll(() => pidOf(service)).not.toBe(killed)
  const url = `${platform().services[service]}/actuator/health/readiness`
  const status = () =>
    fetch(url).then(
      (response) => response.status,
      () => 0,
    )
  await expect.poll(status).toBe(200)
}
