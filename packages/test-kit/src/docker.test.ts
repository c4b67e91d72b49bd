import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { dockerAddress, probeDocker } from './docker.ts'

async function engine(status: number): Promise<{ host: string; server: Server }> {
  const server = createServer((_, response) => response.writeHead(status).end('OK'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { host: `tcp://127.0.0.1:${port}`, server }
}

describe('the search for a Docker engine', () => {
  it.each([
    [undefined, { path: '/var/run/docker.sock' }],
    ['', { path: '/var/run/docker.sock' }],
    ['unix:///run/user/1000/docker.sock', { path: '/run/user/1000/docker.sock' }],
    ['tcp://10.0.0.5:2375', { host: '10.0.0.5', port: 2375 }],
    ['ssh://somebody@elsewhere', undefined],
  ])('reads DOCKER_HOST %s', (host, expected) => {
    expect(dockerAddress(host)).toEqual(expected)
  })

  it('finds an engine that answers the ping', async () => {
    const { host, server } = await engine(200)
    expect(await probeDocker({ DOCKER_HOST: host })).toBe(true)
    server.close()
  })

  it('takes a server that refuses the ping for no engine', async () => {
    const { host, server } = await engine(503)
    expect(await probeDocker({ DOCKER_HOST: host })).toBe(false)
    server.close()
  })

  it('finds none where nothing listens', async () => {
    expect(await probeDocker({ DOCKER_HOST: 'unix:///nowhere/docker.sock' })).toBe(false)
  })
})
