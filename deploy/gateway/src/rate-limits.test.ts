import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { sendRaw } from './testing/raw.ts'

const limits = { token: 3, signIn: 2, shares: 1 }

async function start(frontProxies: readonly string[] = ['127.0.0.1'], frontProxyHops = 1) {
  const { options, upstream } = await gatewayOptions()
  const app = await buildApp({ ...options, limits, frontProxies, frontProxyHops })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const statuses = async (method: string, path: string, addresses: readonly string[]) => {
    const answers: number[] = []
    for (const address of addresses) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { 'x-forwarded-for': address },
      })
      answers.push(answer.status)
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ code: 'gateway.too_many_requests' })
      } else await answer.arrayBuffer()
    }
    return answers
  }
  return { base, statuses, upstream }
}

const one = (count: number) => Array.from({ length: count }, () => '203.0.113.7')

it('limits each kind of request for each place by itself', async () => {
  const { statuses } = await start()
  expect(await statuses('POST', '/oauth2/token', one(5))).toEqual([200, 200, 200, 429, 429])
  expect(await statuses('POST', '/oauth2/par', one(1))).toEqual([429])
  expect(await statuses('POST', '/signin/mfa', one(3))).toEqual([200, 200, 429])
  expect(await statuses('POST', '/api/dms/shares/abc/unlock', one(2))).toEqual([200, 429])
  expect(await statuses('POST', '/oauth2/token', ['203.0.113.8'])).toEqual([200])
})

it('counts all addresses of an IPv6 /64 as one', async () => {
  const { statuses } = await start()
  const addresses = [1, 2, 3, 4].map((last) => `2001:db8:1:2::${last}`)
  expect(await statuses('POST', '/oauth2/token', addresses)).toEqual([200, 200, 200, 429])
  expect(await statuses('POST', '/oauth2/token', ['2001:db8:1:3::1'])).toEqual([200])
})

it('knows a path in every spelling, and leaves the rest alone', async () => {
  const { base, statuses } = await start()
  await statuses('POST', '/oauth2/token', one(3))
  expect(await statuses('POST', '/oauth2/toke%6e', one(1))).toEqual([429])
  expect(await statuses('POST', '/OAuth2/Token', one(1))).not.toContain(200)
  const behind = 'POST /oauth2/token#1 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n'
  const answer = await sendRaw(base, `${behind}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 429 /)
  expect(await statuses('GET', '/signin/style.css', one(5))).not.toContain(429)
  expect(await statuses('GET', '/api/dms/documents', one(5))).not.toContain(429)
})

it.each([
  ['appends to what a client made up', 1, (own: number) => `10.0.0.${own}, 10.9.9.9`],
  ['is behind another', 2, (own: number) => `10.0.0.${own}, 10.9.9.9, 10.8.8.8`],
])('believes as many proxies as there are: one that %s', async (_what, hops, forwarded) => {
  const { statuses } = await start(['loopback', 'uniquelocal'], hops)
  const addresses = [1, 2, 3, 4].map(forwarded)
  expect(await statuses('POST', '/oauth2/token', addresses)).toEqual([200, 200, 200, 429])
  const [other] = [forwarded(1).replace('10.9.9.9', '10.9.9.8')]
  expect(await statuses('POST', '/oauth2/token', [other])).toEqual([200])
})

it('believes no header of somebody who is not a proxy in front of it', async () => {
  const { statuses } = await start([])
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
  expect(await statuses('POST', '/oauth2/token', addresses)).toEqual([200, 200, 200, 429])
})
