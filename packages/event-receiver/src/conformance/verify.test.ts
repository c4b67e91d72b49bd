import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createVerifier,
  InvalidToken,
  type Caller,
  type Verifier,
} from '@countersign/auth-verifier'
import { useDatabase } from '@countersign/test-kit/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventRefused } from '../answer.ts'
import { expressEventReceiver } from '../express.ts'
import { pgStore, type PgClient } from '../pg.ts'
import { createEventReceiver, type EventReceiver, type EventReceiverOptions } from '../receiver.ts'
import type { EventStore } from '../store.ts'
import { receiverTables } from '../tables.ts'
import { checks, checksOfSeveral } from './checks.ts'
import { startStandIn, type StandIn } from './platform.ts'
import { verifyEndpoint } from './verify.ts'

let platform: StandIn
let pool: pg.Pool

beforeAll(async () => {
  platform = await startStandIn(0)
  const { url } = await useDatabase()
  pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query(receiverTables)
})
afterAll(async () => {
  await pool.end()
  await platform.close()
})

const makeReceiver = (origin: string, over: Partial<EventReceiverOptions<PgClient>> = {}) =>
  createEventReceiver({
    ...platform.trust,
    origin,
    bizTypes: ['expense'],
    store: pgStore(pool),
    apply: async () => undefined,
    ...over,
  })

/** A verifier that believes whatever a good signature says about some claims. */
function credulous(claims: Partial<Caller>) {
  const verifier = createVerifier(platform.trust)
  return { verify: async (token: string) => ({ ...(await verifier.verify(token)), ...claims }) }
}

function storeWith(over: (store: EventStore<PgClient>) => Partial<EventStore<PgClient>>) {
  const store = pgStore(pool)
  return { ...store, ...over(store) }
}

/** Takes one request at a time, as a receiver with a lock around everything would. */
function oneAtATime(receiver: EventReceiver): EventReceiver {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...receiver,
    receive(delivery) {
      const answer = last.then(() => receiver.receive(delivery))
      last = answer
      return answer
    },
  }
}

/** Believes whatever stands in a token, whoever signed it and however old it is. */
const reader: Pick<Verifier, 'verify'> = {
  async verify(token) {
    const [, payload = ''] = token.split('.')
    const text = Buffer.from(payload, 'base64url').toString()
    if (!text.startsWith('{')) throw new InvalidToken('malformed')
    const claims = JSON.parse(text) as Record<string, string>
    const scopes = claims['scope']?.split(' ') ?? []
    return {
      subject: claims['sub'] ?? '',
      clientId: claims['client_id'] ?? '',
      claims,
      tenantId: claims['tenant_id'],
      grantType: claims['grant_type'],
      scopes,
      permissions: [],
      authorities: scopes.map((scope) => `SCOPE_${scope}`),
    }
  },
}

/** Refuses a body by what stands in it, as a schema of its own would. */
function refusing(receiver: EventReceiver, isRefused: (text: string) => boolean): EventReceiver {
  return {
    ...receiver,
    receive: ({ headers, readBody }) =>
      receiver.receive({
        headers,
        async readBody(maxBytes) {
          const body = await readBody(maxBytes)
          if (isRefused(Buffer.from(body).toString())) throw new EventRefused('event.invalid')
          return body
        },
      }),
  }
}

/** Takes an event for one that it has when its body breaks off, and has no place for it again. */
function withoutHalves(receiver: EventReceiver): RequestListener {
  const take = expressEventReceiver(receiver)
  const begun = new Set<unknown>()
  return (request, response) => {
    const event = request.headers['webhook-id']
    if (begun.has(event)) return void response.writeHead(503).end()
    request.once('aborted', () => begun.add(event))
    take(request, response)
  }
}

/** Makes what is under test, once it is known where it listens. */
type Make = (origin: string) => EventReceiver | RequestListener

async function faultsOf(make: Make, several = false): Promise<string[]> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made = make(origin)
  server.on('request', typeof made === 'function' ? made : expressEventReceiver(made))
  const url = `${origin}/events`
  const faults: string[] = []
  for await (const { name, fault } of verifyEndpoint(platform, url, 'expense', { several })) {
    if (fault !== undefined) faults.push(name)
  }
  server.closeAllConnections()
  server.close()
  return faults
}

describe.concurrent('the conformance run', () => {
  it('[EVT-01] [EVT-02] [EVT-03] passes on the receiver of this package', async () => {
    expect(await faultsOf(makeReceiver, true)).toEqual([])
  })

  it('finds where several events in one request go wrong, for who asks for them', async () => {
    const names = checksOfSeveral.map(({ name }) => name)
    const takesOne: Make = (origin) =>
      refusing(makeReceiver(origin), (text) => text.startsWith('['))
    expect(await faultsOf(takesOne)).toEqual([])
    expect(await faultsOf(takesOne, true)).toEqual(names)

    const ofSeveral = async (over: Partial<EventReceiverOptions<PgClient>>) =>
      (await faultsOf((origin) => makeReceiver(origin, over), true)).filter((name) =>
        names.includes(name),
      )
    expect(await ofSeveral({ signatureKeys: false })).toEqual(
      names.filter((name) => name.includes('signed')),
    )
    expect(await ofSeveral({ bizTypes: false })).toEqual([
      'refuses several events of which the last is of another business type',
    ])
  })

  it.each<[string, Make, string[]]>([
    [
      'does not check signatures',
      (origin) => makeReceiver(origin, { signatureKeys: false }),
      [
        'refuses a body that is not signed',
        'refuses a signature by another key',
        'refuses a body that was changed',
        'refuses a signature that is ten minutes old',
      ],
    ],
    [
      'takes old signatures',
      (origin) => makeReceiver(origin, { signatureToleranceSeconds: 3_600 }),
      ['refuses a signature that is ten minutes old'],
    ],
    [
      'takes events from any client',
      (origin) =>
        makeReceiver(origin, { verifier: credulous({ clientId: 'countersign-workflow' }) }),
      ['refuses a token of another client'],
    ],
    [
      'takes user tokens',
      (origin) =>
        makeReceiver(origin, { verifier: credulous({ grantType: 'client_credentials' }) }),
      ['refuses a user token'],
    ],
    [
      'asks for no scope',
      (origin) => makeReceiver(origin, { verifier: credulous({ scopes: ['bpm.events'] }) }),
      ['refuses a token without the scope bpm.events'],
    ],
    [
      'looks at no tenant',
      (origin) => makeReceiver(origin, { verifier: credulous({ tenantId: platform.tenantId }) }),
      ['refuses a token for another tenant'],
    ],
    [
      'takes tokens for anybody',
      (origin) => makeReceiver(origin, { origin: false }),
      ['refuses a token for another receiver'],
    ],
    [
      'takes events of any type',
      (origin) => makeReceiver(origin, { bizTypes: false }),
      ['refuses an event of a business type that is not its own'],
    ],
    [
      'has no limit on the body',
      (origin) => makeReceiver(origin, { maxBodyBytes: 100_000_000 }),
      ['survives a body of 20 MB'],
    ],
    [
      'remembers no position',
      (origin) =>
        makeReceiver(origin, { store: storeWith(() => ({ lockPosition: async () => 0 })) }),
      [
        'accepts a repeated event',
        'accepts an event that arrives five times at once',
        'reports a gap with the number it expects',
        'goes on after a gap was filled',
        'accepts what is repeated after its answer got lost',
        'accepts an event of a type that it does not know',
      ],
    ],
    [
      'believes any token',
      (origin) => makeReceiver(origin, { verifier: reader }),
      [
        'refuses a token signed by somebody else',
        'refuses a token with an unknown kid',
        'refuses an expired token',
        'refuses a token of another issuer',
      ],
    ],
    [
      'knows only the types of today',
      (origin) => refusing(makeReceiver(origin), (text) => text.includes('instance.unheard-of')),
      ['accepts an event of a type that it does not know'],
    ],
    [
      'knows only the states of today',
      (origin) => refusing(makeReceiver(origin), (text) => text.includes('UNHEARD_OF')),
      ['accepts members and states that it does not know'],
    ],
    [
      'keeps out what broke off once',
      (origin) => withoutHalves(makeReceiver(origin)),
      ['survives a body that breaks off'],
    ],
    [
      'takes nothing',
      () => (_request, response) => void response.writeHead(401).end(),
      checks.map(({ name }) => name),
    ],
    [
      'serves one at a time',
      (origin) => oneAtATime(makeReceiver(origin)),
      ['serves others while a body comes slowly'],
    ],
    [
      'answers 204 to everything',
      () => ({
        receive: async () => ({ status: 204, headers: {}, body: '' }),
        prune: async () => 0,
      }),
      [
        'reports a gap with the number it expects',
        'refuses an event without a token',
        'refuses a token that is none',
        'refuses a token signed by somebody else',
        'refuses a token with an unknown kid',
        'refuses an expired token',
        'refuses a token of another issuer',
        'refuses a token of another client',
        'refuses a user token',
        'refuses a token without the scope bpm.events',
        'refuses a token for another tenant',
        'refuses a token for another receiver',
        'refuses an event of a business type that is not its own',
        'refuses a body that is not signed',
        'refuses a signature by another key',
        'refuses a body that was changed',
        'refuses a signature that is ten minutes old',
        'refuses a body that is no event',
        'survives a body of 20 MB',
      ],
    ],
  ])('fails on one that %s', async (_what, make, faults) => {
    expect(await faultsOf(make)).toEqual(faults)
  })
})
