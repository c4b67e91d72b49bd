import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@countersign/test-kit/ports'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startStandIn, type StandIn } from './conformance/platform.ts'
import { createSender } from './conformance/sender.ts'
import { listen, type ListenOptions } from './listen.ts'
import type { Recorded } from './recording.ts'
import { replay, type Replayed } from './replay.ts'

// What `countersign-events listen` and `replay` do, without their command (cli.test.ts).

let platform: StandIn

beforeAll(async () => {
  platform = await startStandIn(0)
})
afterAll(() => platform.close())

async function startListening(over: Partial<ListenOptions> = {}) {
  const [seen, refused]: [unknown[][], unknown[]] = [[], []]
  const { issuer, workflowClientId } = platform.trust
  const { url, close } = await listen({
    issuer,
    workflowClientId,
    port: 0,
    onEvent: ({ sequence }, body, { status }) => void seen.push([sequence, body, status]),
    onRefused: (error) => refused.push(error),
    ...over,
  })
  onTestFinished(close)
  const sender = createSender(platform, `${url}/events`, 'expense')
  const post = (sequence: number) => sender.send(sender.event(sequence))
  return { url, close, sender, seen, refused, post }
}

/** An application that answers as it is told, and remembers what it was sent. */
async function startTarget(answer: { status: number; headers?: Record<string, string> }) {
  const sent: { headers: IncomingHttpHeaders; body: string; method: string | undefined }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push({ headers: request.headers, body, method: request.method })
      response.writeHead(answer.status, answer.headers).end(`answer ${sent.length}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, sent }
}

describe('who listens', () => {
  it('[EVT-03] is shown each event once, in order, from the first of its instance', async () => {
    const { post, sender, seen, refused } = await startListening()
    const first = sender.event(1)
    expect(await post(2)).toEqual({ status: 409, body: '{"expected":1}' })
    expect(await sender.send(first)).toEqual({ status: 200, body: '{"result":"applied"}' })
    expect(await sender.send(first)).toEqual({ status: 200, body: '{"result":"duplicate"}' })
    expect(seen).toEqual([[1, JSON.stringify(first), 200]])
    expect(refused).toMatchObject([{ name: 'EventAhead', expected: 1 }])
  })

  it('[EVT-03] is shown each of several events once, also where they come with what is known', async () => {
    const { sender, seen } = await startListening()
    const events = [1, 2, 3].map((sequence) => sender.event(sequence))
    expect((await sender.sendTogether(events.slice(0, 2))).status).toBe(200)
    expect((await sender.sendTogether(events.slice(1))).status).toBe(200)
    expect(seen.map(([sequence, body]) => [sequence, body])).toEqual(
      events.map((event) => [event.sequence, JSON.stringify(event)]),
    )
  })

  it('[EVT-01] is shown nothing that the platform has not signed', async () => {
    const { sender, seen, refused } = await startListening()
    const event = sender.event(1)
    expect((await sender.send(event, { token: null })).status).toBe(401)
    expect((await sender.send(event, { token: platform.forgedToken() })).status).toBe(401)
    const signature = platform.sign(event.eventId, JSON.stringify(event), { forged: true })
    expect((await sender.send(event, { signature })).status).toBe(401)
    expect([seen.length, refused.length]).toEqual([0, 3])
  })

  it('takes events whatever they are about and whomever they are for', async () => {
    const { url, sender } = await startListening()
    const event = { ...sender.event(1), bizType: 'travel' }
    const token = platform.token({ claims: { aud: ['https://elsewhere.example'] } })
    expect(await createSender(platform, url, 'x').send(event, { token })).toMatchObject({
      status: 200,
    })
  })

  it('answers 502 while they fail, so that the event comes again', async () => {
    const failure = new Error('the disk is full')
    const { post, refused } = await startListening({
      onEvent: () => {
        throw failure
      },
    })
    expect(await post(1)).toEqual({
      status: 502,
      body: '{"detail":"The target did not answer."}',
    })
    expect(refused).toEqual([failure])
  })

  it('is heard on this machine alone, until it is told to end', async () => {
    const { url, close, post } = await startListening()
    const { port } = new URL(url)
    // Of the machine itself as well, and not the address that is listened to.
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow('fetch failed')
    expect((await post(1)).status).toBe(200)
    await close()
    expect((await post(2)).status).toBe(0)
  })

  it('is told that the port is taken', async () => {
    const { url } = await startListening()
    await expect(startListening({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})

describe('a target', () => {
  it('is sent what came, as it came, and answers for itself', async () => {
    const headers = { 'content-type': 'text/plain', 'retry-after': '7', 'x-own': '1' }
    const target = await startTarget({ status: 503, headers })
    const { url, sender, seen } = await startListening({ forward: target.url })
    const event = sender.event(5)
    const signature = platform.sign(event.eventId, JSON.stringify(event))
    const answer = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(event),
      headers: {
        ...signature,
        authorization: `Bearer ${sender.token()}`,
        'content-type': 'application/json',
        'ce-id': event.eventId,
        'x-ce-id': 'x',
        'x-webhook-id': 'x',
        'webhook-1': 'x',
        'authorization-x': 'x',
        cookie: 'a=b',
      },
    })

    expect([answer.status, await answer.text()]).toEqual([503, 'answer 1'])
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(answer.headers.get('x-own')).toBeNull()
    expect(target.sent).toMatchObject([{ method: 'POST', body: JSON.stringify(event) }])
    expect(target.sent[0]?.headers).toMatchObject({
      ...signature,
      authorization: expect.stringMatching(/^Bearer /),
      'content-type': 'application/json',
      'ce-id': event.eventId,
    })
    for (const name of ['cookie', 'x-ce-id', 'x-webhook-id', 'webhook-1', 'authorization-x']) {
      expect(target.sent[0]?.headers).not.toHaveProperty([name])
    }
    expect(seen).toEqual([[5, JSON.stringify(event), 503]])
  })

  it('[EVT-03] sees a repeated event again, since it may not have kept it', async () => {
    const target = await startTarget({ status: 200 })
    const { sender, seen } = await startListening({ forward: target.url })
    const event = sender.event(1)
    await sender.send(event)
    await sender.send(event)
    expect([target.sent.length, seen.length]).toEqual([2, 2])
  })

  it('is not sent what the platform has not signed', async () => {
    const target = await startTarget({ status: 200 })
    const { sender } = await startListening({ forward: target.url })
    expect((await sender.send(sender.event(1), { signature: null })).status).toBe(401)
    expect(target.sent).toEqual([])
  })

  it('that leads elsewhere is not followed', async () => {
    const target = await startTarget({ status: 307, headers: { location: '/other' } })
    const { post } = await startListening({ forward: target.url })
    expect((await post(1)).status).toBe(307)
    expect(target.sent).toHaveLength(1)
  })

  it('that is away is answered for, and named with the reason', async () => {
    const target = `http://127.0.0.1:${await findFreePort()}/in`
    const { post, refused } = await startListening({ forward: target })
    expect((await post(1)).status).toBe(502)
    expect(refused).toMatchObject([
      {
        message: expect.stringMatching(`^${target} did not answer: connect ECONNREFUSED`),
      },
    ])
  })
})

describe('recorded events that are sent again', () => {
  async function replayAll(url: string, events: readonly Recorded[]) {
    const answers: Replayed[] = []
    for await (const answer of replay(platform, url, events)) answers.push(answer)
    return answers
  }
  const recorded = (instanceId: string, sequence: number, over: object = {}): Recorded => {
    const event = { ...platform.event(instanceId, sequence, 'expense'), ...over }
    return { event, body: JSON.stringify(event, null, 2) }
  }

  it('[EVT-03] go in the order of their instance, with their bytes, ids and organisation', async () => {
    const { url, seen } = await startListening()
    const tenantId = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e01'
    const instanceId = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e02'
    const first = recorded(instanceId, 1, { tenantId })
    const second = recorded(instanceId, 2, { tenantId })
    expect(await replayAll(`${url}/events`, [second, first])).toEqual([
      { recorded: first, status: 200, body: '{"result":"applied"}' },
      { recorded: second, status: 200, body: '{"result":"applied"}' },
    ])
    expect(seen.map(([, body]) => body)).toEqual([first.body, second.body])
  })

  it('hold back what follows where nobody answers', async () => {
    const away = `http://127.0.0.1:${await findFreePort()}/in`
    const answers = await replayAll(away, [recorded('a', 1), recorded('a', 2)])
    expect(answers.map(({ status }) => status)).toEqual([0])
  })

  it.each([
    [200, 2],
    [299, 2],
    [300, 1],
    [500, 1],
  ])(
    'hold back what follows where the answer is %i, and no other instance',
    async (status, sent) => {
      const target = await startTarget({ status })
      const [one, two, other] = [recorded('a', 1), recorded('a', 2), recorded('b', 1)]
      const answers = await replayAll(target.url, [one, two, other])
      expect(answers.filter(({ recorded: { event } }) => event.instanceId === 'a')).toHaveLength(
        sent,
      )
      expect(answers.map(({ recorded: { event } }) => event.instanceId)).toContain('b')
    },
  )
})
