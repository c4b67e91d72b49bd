import { useDatabase } from '@countersign/test-kit/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { apiWith } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import { authorize, discoverSpa, openSignIn, redeem } from '../../testing/sign-in.ts'
import { startIam, type TestIam } from '../../testing/start.ts'
import { callback, password, world } from '../../testing/world.ts'

let behindProxy: TestIam
let inTheOpen: TestIam

beforeAll(async () => {
  const [first, second] = await Promise.all([
    useDatabase({ migrations }),
    useDatabase({ migrations }),
  ])
  // The clock stands: a wait that has begun is not over because the machine is slow.
  const at = new Date()
  const now = () => at
  behindProxy = await startIam({ databaseUrl: first.url, trustedProxies: ['127.0.0.1'], now })
  inTheOpen = await startIam({ databaseUrl: second.url, now })
  await Promise.all([behindProxy.seed(world), inTheOpen.seed(world)])
})
afterAll(() => Promise.all([behindProxy.stop(), inTheOpen.stop()]))

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Guesses from one address until it has to wait, then the right password from another. */
async function guessThenSignIn(iam: TestIam): Promise<number> {
  const config = await discoverSpa(iam.url)
  const submit = async (typed: string, address: string) => {
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(config))
    return browser.submit(page, { username: 'manager', password: typed }, from(address))
  }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await submit('guess', '203.0.113.7')).status)
  expect(statuses).toContain(429)
  return (await submit(password, '203.0.113.8')).status
}

describe('the address of a client', () => {
  it('is what a trusted proxy says: guessing elsewhere does not slow down others', async () => {
    expect(await guessThenSignIn(behindProxy)).toBe(303)
  })

  it('[IAM-18] is that of the connection when nobody is trusted, whatever a header says', async () => {
    expect(await guessThenSignIn(inTheOpen)).toBe(429)
  })

  it.each([
    ['behind a proxy', () => behindProxy, '203.0.113.9'],
    ['in the open', () => inTheOpen, '127.0.0.1'],
  ])('[V7.5.2] is in the list of sessions with the device, %s', async (_where, iam, expected) => {
    const browser = new Browser()
    const { url } = iam()
    const config = await discoverSpa(url)
    const authorization = await authorize(config)
    const headers = {
      ...from('203.0.113.9'),
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    const page = await openSignIn(browser, authorization)
    const submitted = await browser.submit(page, { username: 'employee', password }, headers)
    const back = await browser.follow(submitted, callback, headers)
    const tokens = await redeem(config, back, authorization)
    const api = apiWith(url, tokens.access_token)
    expect((await api('GET', '/me/sessions')).body.items).toMatchObject([
      { device: 'Firefox on Linux', address: expected, clients: ['console'] },
    ])
  })
})
