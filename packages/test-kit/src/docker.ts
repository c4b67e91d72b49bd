import { connect, type NetConnectOpts } from 'node:net'
import { isHidden } from './optional-tools.ts'

const DEFAULT_SOCKET = '/var/run/docker.sock'
const ANSWER_MS = 1_000

/** Whether a Docker engine answers a ping within a second and may be used. Never throws. */
export function probeDocker(env: NodeJS.ProcessEnv): Promise<boolean> {
  const address = isHidden('docker', env) ? undefined : dockerAddress(env['DOCKER_HOST'])
  if (address === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(address)
    const settle = (answered: boolean): void => {
      socket.destroy()
      resolve(answered)
    }
    socket.setTimeout(ANSWER_MS, () => settle(false))
    socket.once('error', () => settle(false))
    socket.once('connect', () => {
      socket.write('GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n')
    })
    socket.once('data', (head) => settle(/^HTTP\/1\.[01] 200/.test(head.toString('latin1'))))
    socket.once('end', () => settle(false))
  })
}

/**
 * Where the engine listens, from `DOCKER_HOST`. Undefined for forms that a plain connection cannot
 * reach (`ssh://`, TLS): those are not answered quickly anyway.
 */
export function dockerAddress(host: string | undefined): NetConnectOpts | undefined {
  if (host === undefined || host === '') return { path: DEFAULT_SOCKET }
  if (host.startsWith('unix://')) return { path: host.slice('unix://'.length) }
  const tcp = /^tcp:\/\/([^:/]+):(\d+)\/?$/.exec(host)
  if (tcp === null) return undefined
  return { host: tcp[1] ?? 'localhost', port: Number(tcp[2]) }
}
