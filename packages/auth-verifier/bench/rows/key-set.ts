import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestIssuer, type TestIssuer } from '../../src/testing.ts'
import type { Target } from '../candidates.ts'
import { type Outcome, type Row, tryToken, withClockAhead } from './row.ts'

type Verify = (token: string) => Promise<unknown>

interface Scene {
  readonly issuer: TestIssuer
  readonly verify: Verify
}

function scene(
  name: string,
  wanted: string,
  isRight: (outcome: Outcome) => boolean,
  play: (scene: Scene) => Promise<Outcome>,
): Row {
  return {
    name,
    wanted,
    isRight,
    async run(candidate) {
      const issuer = await createTestIssuer()
      try {
        return await play({ issuer, verify: candidate.create(targetOf(issuer)) })
      } finally {
        await issuer.close()
      }
    },
  }
}

const accepts = (name: string, play: (scene: Scene) => Promise<Outcome>) =>
  scene(name, 'accepts', (outcome) => outcome === 'accepts', play)
const refuses = (name: string, play: (scene: Scene) => Promise<Outcome>) =>
  scene(name, 'refuses', (outcome) => outcome === 'refuses', play)
const fetches = (name: string, most: number, play: (scene: Scene) => Promise<void>) =>
  scene(
    name,
    most === 1 ? '1 fetch' : `at most ${most} fetches`,
    (outcome) => Number.parseInt(outcome, 10) <= most,
    async (given) => {
      await play(given)
      const count = given.issuer.fetchCount()
      return count === 1 ? '1 fetch' : `${count} fetches`
    },
  )

const targetOf = (issuer: TestIssuer): Target => ({
  issuer: issuer.issuer,
  audience: String(issuer.audience),
  jwksUrl: issuer.jwksUrl,
})

/** Tokens under kids that nobody has published, one after the other. */
async function floodJunk({ issuer, verify }: Scene, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await tryToken(verify, issuer.userToken({ header: { kid: randomUUID() } }))
  }
}

const reads: readonly Row[] = [
  fetches('100 tokens at once, nothing fetched yet', 1, async ({ issuer, verify }) => {
    await Promise.all(Array.from({ length: 100 }, () => tryToken(verify, issuer.userToken())))
  }),
  fetches('100 tokens at once under one unknown `kid`', 2, async ({ issuer, verify }) => {
    await tryToken(verify, issuer.userToken())
    const token = issuer.userToken({ header: { kid: randomUUID() } })
    await Promise.all(Array.from({ length: 100 }, () => tryToken(verify, token)))
  }),
  fetches('one unknown `kid` 100 times in a row', 2, async ({ issuer, verify }) => {
    await tryToken(verify, issuer.userToken())
    const token = issuer.userToken({ header: { kid: randomUUID() } })
    for (let sent = 0; sent < 100; sent++) await tryToken(verify, token)
  }),
  fetches('500 junk `kid`s in a row', 20, (given) => floodJunk(given, 500)),
]

const rotations: readonly Row[] = [
  accepts('a new key, right after a fetch', async ({ issuer, verify }) => {
    await tryToken(verify, issuer.userToken())
    await issuer.rotate()
    return tryToken(verify, issuer.userToken())
  }),
  accepts('a new key, after one junk `kid`', async (given) => {
    const { issuer, verify } = given
    await tryToken(verify, issuer.userToken())
    await floodJunk(given, 1)
    await issuer.rotate()
    return tryToken(verify, issuer.userToken())
  }),
  accepts('a new key, within 2 s in a flood of junk', async (given) => {
    const { issuer, verify } = given
    await tryToken(verify, issuer.userToken())
    await floodJunk(given, 50)
    await issuer.rotate()
    const until = performance.now() + 2000
    for (;;) {
      const outcome = await tryToken(verify, issuer.userToken())
      if (outcome === 'accepts' || performance.now() > until) return outcome
      await floodJunk(given, 5)
    }
  }),
  refuses('a key that has left the set, 11 minutes later', ({ issuer, verify }) =>
    afterWithdrawal({ issuer, verify }, 11 * 60),
  ),
]

/** A token of a withdrawn key, once before (which may start a read in the background), and again. */
async function afterWithdrawal({ issuer, verify }: Scene, seconds: number): Promise<Outcome> {
  const token = issuer.userToken({ expiresInSeconds: 86_400 })
  await tryToken(verify, token)
  const { kid } = issuer
  await issuer.rotate()
  issuer.withdraw(kid)
  return withClockAhead(seconds, async () => {
    await tryToken(verify, token)
    await tryToken(verify, issuer.userToken({ expiresInSeconds: 86_400 }))
    return tryToken(verify, token)
  })
}

const outages: readonly Row[] = [
  accepts('a good token, 11 minutes after the last fetch, issuer down', ({ issuer, verify }) =>
    duringOutage({ issuer, verify }, 11 * 60),
  ),
  refuses('a good token, 3 hours after the last fetch, issuer down', ({ issuer, verify }) =>
    duringOutage({ issuer, verify }, 3 * 3600),
  ),
  accepts('a good token, issuer back after an outage at the start', async ({ issuer, verify }) => {
    issuer.setOutage(true)
    await tryToken(verify, issuer.userToken())
    issuer.setOutage(false)
    return tryToken(verify, issuer.userToken())
  }),
  {
    ...refuses('a key set behind a redirect', () => Promise.resolve('')),
    run: (candidate) => behindRedirect((target) => candidate.create(target)),
  },
  refuses('a key set of 5 MB', async ({ issuer, verify }) => {
    issuer.publish({ kty: 'oct', k: 'x'.repeat(5_000_000) })
    return tryToken(verify, issuer.userToken())
  }),
]

async function duringOutage({ issuer, verify }: Scene, seconds: number): Promise<Outcome> {
  const token = issuer.userToken({ expiresInSeconds: 86_400 })
  const other = issuer.userToken({ expiresInSeconds: 86_400 })
  await tryToken(verify, token)
  issuer.setOutage(true)
  return withClockAhead(seconds, () => tryToken(verify, other))
}

async function behindRedirect(create: (target: Target) => Verify): Promise<Outcome> {
  const issuer = await createTestIssuer()
  const server = createServer((_, response) => {
    response.writeHead(302, { location: issuer.jwksUrl }).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const jwksUrl = `http://127.0.0.1:${port}/oauth2/jwks`
  try {
    return await tryToken(create({ ...targetOf(issuer), jwksUrl }), issuer.userToken())
  } finally {
    server.close()
    server.closeAllConnections()
    await issuer.close()
  }
}

export const keySetRows = { reads, rotations, outages }
