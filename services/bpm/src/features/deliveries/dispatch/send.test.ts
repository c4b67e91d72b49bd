import type { WebhookAnswer, WebhookRequest } from '@countersign/service-kit/webhook-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ATTEMPT_DEADLINE_MS } from '../../../core/delivery.ts'
import { sendEvents, TokenUnavailable, type SendDeps } from './send.ts'

const route = {
  tenantId: 't',
  bizType: 'expense',
  bizTypeVersion: '1',
  allowedOrigins: [],
  origin: 'http://app.test',
  path: '/events',
  maxEvents: 1,
}
const event = {
  eventId: 'e',
  sequence: 1,
  type: 'instance.started',
  body: '{"occurredAt":"x"}',
}

function send(
  answer: (request: WebhookRequest) => WebhookAnswer,
  over: Partial<SendDeps> = {},
): { sent: ReturnType<typeof sendEvents>; requests: WebhookRequest[] } {
  const requests: WebhookRequest[] = []
  const http = {
    post: async (request: WebhookRequest) => {
      requests.push(request)
      return answer(request)
    },
    close: async () => undefined,
  }
  const deps = {
    http,
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    signer: { sign: async () => ({}) },
    serviceTokens: { get: async () => 'secret-token', invalidate: () => undefined },
    ...over,
  }
  return { sent: sendEvents(deps, route, 'i', [event], new AbortController().signal), requests }
}

const answers =
  (status: number, excerpt = '') =>
  () => ({ status, headers: {}, excerpt, isPublic: true })

/** Gives a token after a time that passes for the process alone. */
function tokenAfter(ms: number): SendDeps['serviceTokens'] {
  const startedAt = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(startedAt)
  onTestFinished(() => clock.mockRestore())
  return {
    get: async () => {
      clock.mockReturnValue(startedAt + ms)
      return 'late'
    },
    invalidate: () => undefined,
  }
}

it('[BPM-19] counts the wait for a token into the deadline, so that the lease outlasts it', async () => {
  const { sent, requests } = send(answers(200), { serviceTokens: tokenAfter(4_000) })

  await sent

  expect(requests[0]?.timeoutMs).toBe(ATTEMPT_DEADLINE_MS - 4_000)
})

it('[BPM-19] sends nothing when the process stood still until the deadline', async () => {
  const { sent, requests } = send(answers(200), { serviceTokens: tokenAfter(ATTEMPT_DEADLINE_MS) })

  await expect(sent).rejects.toThrow(TokenUnavailable)
  expect(requests).toEqual([])
})

it('[EVT-01] asks for a token for the receiver, and for another one when that is refused', async () => {
  const asked: unknown[] = []
  const given: string[] = []
  const serviceTokens = {
    get: async (scopes: readonly string[], resource?: string) => {
      asked.push([...scopes, resource])
      given.push(`token-${given.length}`)
      return given.at(-1) ?? ''
    },
    invalidate: (_scopes: readonly string[], resource?: string) => void asked.push(resource),
  }
  const { sent, requests } = send(answers(401), { serviceTokens })

  await sent

  const forIt = ['bpm.events', 'tenant:t', 'http://app.test']
  expect(asked).toEqual([forIt, 'http://app.test', forIt])
  expect(requests.map(({ headers }) => headers?.['authorization'])).toEqual([
    'Bearer token-0',
    'Bearer token-1',
  ])
})

it('takes a 401 for the answer when there is no other token', async () => {
  const { sent, requests } = send(answers(401))

  expect(await sent).toMatchObject({ httpStatus: 401, result: { outcome: 'refused' } })
  expect(requests).toHaveLength(1)
})

it('[BPM-05] keeps nothing of what a private address answered, and reads in it what it expects', async () => {
  const behind = { status: 409, headers: {}, excerpt: '{"expected":1,"db":"x"}', isPublic: false }

  const { responseExcerpt, httpStatus, result } = await send(() => behind).sent

  expect(responseExcerpt).toBeNull()
  expect({ httpStatus, result }).toEqual({
    httpStatus: 409,
    result: (await send(() => ({ ...behind, isPublic: true })).sent).result,
  })
})

it('keeps no token that a receiver repeats in its answer', async () => {
  const echo = ({ headers }: WebhookRequest) => ({
    status: 500,
    headers: {},
    excerpt: `You sent ${JSON.stringify(headers)}`,
    isPublic: true,
  })

  const { responseExcerpt } = await send(echo).sent

  expect(responseExcerpt).toContain('You sent')
  expect(responseExcerpt).not.toContain('secret-token')
})
