import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createPublicConnector } from './public-connector.ts'

// 127.0.0.1 plays the public internet here and everything else is private, so that connections are
// real; the resolver is one that an attacker has in hand.

/** A server, and a client to whom a name resolves in turn to these addresses; the last one stays. */
async function startWorld(...answers: readonly (readonly string[])[]) {
  const world = { asked: 0, lookups: 0 }
  const server = createServer((_request, response) => {
    world.asked += 1
    // Each request makes a connection of its own.
    response.setHeader('connection', 'close').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connect = createPublicConnector(
    {},
    {
      lookup(_name, _options, callback) {
        const addresses = answers[world.lookups] ?? answers.at(-1) ?? []
        world.lookups += 1
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      },
      isAllowed: (address) => address === '127.0.0.1',
    },
  )
  const agent = new Agent({ connect })
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const post = async (host = 'rebinding.test') => {
    const { statusCode, body } = await request(`http://${host}:${port}/`, {
      method: 'POST',
      dispatcher: agent,
    })
    await body.dump()
    return statusCode
  }
  return Object.assign(world, { post })
}

const forbidden = { name: 'AddressForbidden' }

it('[BPM-05] connects to the address that it has checked, and to no later answer for the name', async () => {
  const world = await startWorld(['127.0.0.1'], ['::1'])

  expect(await world.post()).toBe(200)
  // A second look-up within the connection would have led to the private address.
  expect(world.lookups).toBe(1)
  await expect(world.post()).rejects.toMatchObject(forbidden)
  expect(world.asked).toBe(1)
})

it('[BPM-05] connects to nothing when one address of a name is private', async () => {
  const world = await startWorld(['127.0.0.1', '10.0.0.1'])

  await expect(world.post()).rejects.toMatchObject(forbidden)
  expect(world.asked).toBe(0)
})

it.each(['[::1]', '10.0.0.1', '[::ffff:127.0.0.1]'])(
  '[BPM-05] connects to no private address that is written in the URL: %s',
  async (host) => {
    const world = await startWorld(['127.0.0.1'])

    await expect(world.post(host)).rejects.toMatchObject(forbidden)
    expect([world.lookups, world.asked]).toEqual([0, 0])
  },
)

it('reports a name without an address as what it is', async () => {
  const world = await startWorld([])

  await expect(world.post()).rejects.toThrow('the name has no address')
})
