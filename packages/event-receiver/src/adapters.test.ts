import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EventRefused, jsonAnswer } from './answer.ts'
import { expressEventReceiver } from './express.ts'
import { fastifyEventReceiver } from './fastify.ts'
import type { EventReceiver } from './receiver.ts'

/** Answers with the body it was sent, of at most ten bytes or as said; tells what it could not read. */
function echo(maxBytes = 10) {
  const [begun, failed]: [unknown[], unknown[]] = [[], []]
  const receiver: EventReceiver = {
    prune: async () => 0,
    async receive({ headers, readBody }) {
      if (headers['authorization'] === undefined) return jsonAnswer(401, 'unread')
      try {
        begun.push(headers)
        const body = await readBody(maxBytes)
        return { ...jsonAnswer(202, 0), body: Buffer.from(body).toString() }
      } catch (error) {
        failed.push(error)
        return error instanceof EventRefused ? error.toAnswer() : jsonAnswer(500, String(error))
      }
    },
  }
  return { ...receiver, begun, failed }
}

const servers = {
  fastify: async (receiver: EventReceiver) => {
    const app = Fastify()
    await app.register(fastifyEventReceiver, { receiver, path: '/events' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => {
      app.server.closeAllConnections()
      return app.close()
    })
    return (app.server.address() as AddressInfo).port
  },
  'express and node:http': async (receiver: EventReceiver) => {
    const server = createServer(expressEventReceiver(receiver))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  },
}

const good = ['authorization: Bearer x', 'content-type: application/json']

/** A connection that ends when no answer comes: the workflow service gives up after ten seconds. */
function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  return socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')))
}

/** Sends what is given byte for byte, and answers all that comes back until the connection ends. */
async function exchange(port: number, head: readonly string[], body: string) {
  const socket = connectTo(port)
  socket.write(['POST /events HTTP/1.1', 'host: x', ...head, '', body].join('\r\n'))
  const answer = await text(socket)
  const [start = '', ...rest] = answer.split('\r\n')
  return { status: Number(start.split(' ')[1]), answer, lines: rest }
}

const chunked = (...chunks: readonly string[]) =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')

describe.each(Object.entries(servers))('over HTTP with %s, a delivery', (_, serve) => {
  it.each([
    ['with its length', [...good, 'content-length: 10', 'connection: close'], '{"a":  1 }'],
    [
      'in pieces',
      [...good, 'transfer-encoding: chunked', 'connection: close'],
      chunked('{"a":  ', '1 }'),
    ],
    [
      'of no declared kind',
      ['authorization: x', 'content-length: 10', 'connection: close'],
      '{"a":  1 }',
    ],
  ])('[EVT-01] %s is read as its bytes came', async (_how, head, body) => {
    const answer = await exchange(await serve(echo()), head, body)
    expect(answer).toMatchObject({ status: 202, answer: expect.stringContaining('{"a":  1 }') })
    expect(answer.lines.join()).toContain('content-type: application/json')
  })

  it('that announces more than is taken is refused before it is sent', async () => {
    const answer = await exchange(await serve(echo()), [...good, 'content-length: 11'], '')
    expect(answer).toMatchObject({ status: 413 })
    // Nobody waits for the rest.
    expect(answer.lines.map((line) => line.toLowerCase())).toContain('connection: close')
  })

  it('that turns out to be more is refused when it does', async () => {
    const head = [...good, 'transfer-encoding: chunked']
    const body = chunked('123456', '78901').slice(0, -5)
    expect(await exchange(await serve(echo()), head, body)).toMatchObject({ status: 413 })
  })

  it('[EVT-01] without a token is answered unread, and the connection ends', async () => {
    const answer = await exchange(await serve(echo()), ['content-length: 5'], '')
    expect(answer).toMatchObject({ status: 401, answer: expect.stringContaining('"unread"') })
    expect(answer.lines.map((line) => line.toLowerCase())).toContain('connection: close')
  })

  it('that was read to its end leaves the connection open for the next', async () => {
    const port = await serve(echo())
    const one = ['POST /events HTTP/1.1', 'host: x', ...good, 'content-length: 1', '', '1'].join(
      '\r\n',
    )
    const head = [...good, 'content-length: 1', 'connection: close']
    const socket = connectTo(port)
    socket.write(one)
    await once(socket, 'data')
    socket.write(['POST /events HTTP/1.1', 'host: x', ...head, '', '2'].join('\r\n'))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 202 [^]*\n2\b/)
  })

  it('that breaks off has failed, and may come again', async () => {
    const receiver = echo()
    const port = await serve(receiver)
    const socket = connectTo(port)
    socket.write(
      ['POST /events HTTP/1.1', 'host: x', ...good, 'content-length: 9', '', '12'].join('\r\n'),
    )
    await expect.poll(() => receiver.begun).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => receiver.failed).toHaveLength(1)
    expect(receiver.failed[0]).toMatchObject({
      code: 'event.body_broken_off',
      status: 400,
      cause: expect.any(Error),
    })
  })
})

describe('behind a parser of bodies', () => {
  async function serveParsed(body: unknown, read: boolean) {
    const handle = expressEventReceiver(echo())
    const server = createServer((request, response) => {
      const answered = async () => {
        if (read) await text(request)
        handle(Object.assign(request, { body }), response, (error) => {
          response.end((error as Error).message)
        })
      }
      void answered()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    return fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '123',
      headers: { authorization: 'x' },
      signal: AbortSignal.timeout(10_000),
    })
  }

  it.each([
    ['1234567890', 202],
    ['12345678901', 413],
  ])('takes the raw bytes %s that it left', async (body, status) => {
    expect((await serveParsed(Buffer.from(body), true)).status).toBe(status)
  })

  it.each([
    [200_000, 202],
    [2 ** 20, 202],
    [2 ** 20 + 1, 413],
  ])('takes %i bytes from the parser of Express that its comment names', async (size, status) => {
    const raw = express.raw({ type: 'application/json', limit: '1mb' })
    const server = express()
      .post('/', raw, expressEventReceiver(echo(2 ** 20)))
      .listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x'.repeat(size),
      headers: { authorization: 'x', 'content-type': 'application/json' },
    })
    expect([answer.status, (await answer.text()).length]).toEqual([
      status,
      status === 202 ? size : expect.any(Number),
    ])
  })

  it('fails, for the bytes that were signed are gone', async () => {
    expect(await (await serveParsed({ a: 1 }, true)).text()).toBe(
      'mount the event receiver before any body parser',
    )
  })

  it('reads for itself what a parser has left alone', async () => {
    expect(await (await serveParsed({}, false)).text()).toBe('123')
  })

  it('throws where nobody takes an error', () => {
    const handle = expressEventReceiver(echo())
    expect(() => handle({ readableEnded: true } as never, {} as never)).toThrow('any body parser')
  })
})

describe('in Fastify, the route', () => {
  it('carries what the application gives it', async () => {
    const app = Fastify()
    const seen: unknown[] = []
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      seen.push({ method, url, config, schema })
    })
    const [config, schema] = [{ caller: 'service' as const }, { summary: 'Events' }]
    await app.register(fastifyEventReceiver, { receiver: echo(), path: '/a', config, schema })
    await app.register(fastifyEventReceiver, { receiver: echo(), path: '/b' })
    expect(seen).toMatchObject([
      { method: 'POST', url: '/a', config, schema },
      { method: 'POST', url: '/b', schema: undefined },
    ])
  })

  it('leaves the parsers of the application alone', async () => {
    const app = Fastify()
    await app.register(fastifyEventReceiver, { receiver: echo(), path: '/events' })
    app.post('/other', (request) => request.body)
    const answer = await app.inject({ method: 'POST', url: '/other', payload: { a: 1 } })
    expect(answer.json()).toEqual({ a: 1 })
  })
})
