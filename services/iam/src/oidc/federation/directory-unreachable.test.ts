import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { apiAs } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import { authorize, discoverSpa, openSignIn } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, world } from '../../testing/world.ts'

const bindDn = 'cn=countersign,dc=corp'
const [success, invalidCredentials] = [0, 49]

/** Knows the account of the service and nobody else, and says nothing at all while it is down. */
async function startDirectory() {
  const state = { isDown: false }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      if (state.isDown) return socket.destroy()
      // RFC 4511 section 4.1.1: the id of the message, then the tag of what is asked; the answer has the next one.
      const [first = 0] = bytes.subarray(1)
      const at = first < 0x80 ? 2 : 2 + (first & 0x7f)
      const [id = 0, asked = 0] = bytes.subarray(at + 2)
      const [bind, search] = [0x60, 0x63]
      if (asked !== bind && asked !== search) return undefined
      const isRight = asked === search || bytes.includes(bindDn)
      const code = isRight ? success : invalidCredentials
      const tag = asked === bind ? 0x61 : 0x65
      return socket.write(Buffer.from([0x30, 12, 2, 1, id, tag, 7, 0x0a, 1, code, 4, 0, 4, 0]))
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`, state }
}

it('[IAM-18] a directory that does not answer spends no tries, and forgets none that were wrong', async () => {
  const { url, state } = await startDirectory()
  const iam = await startFreshIam({ federationOrigins: [url] })
  onTestFinished(iam.stop)
  await iam.seed(world)
  const admin = await apiAs(iam.url, 'admin')
  const provider = await admin('POST', '/identity-providers', {
    kind: 'ldap',
    name: 'Corp',
    url,
    bindDn,
    bindPassword: 'the password of the service',
    baseDn: 'dc=corp',
    idAttribute: 'entryUUID',
  })
  const config = await discoverSpa(iam.url)
  const tryOnce = async () => {
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(config, { tenant_id: acme }))
    const flow = new URL(page.url).searchParams.get('flow') ?? ''
    const asked = await browser.get(
      `${iam.url}/signin/directory?flow=${flow}&provider=${String(provider.body['id'])}`,
    )
    return (await browser.submit(asked, { username: 'alice', password: 'a guess' })).status
  }
  const counted = async () => {
    const { rows } = await sql<{ failures: number; spent: number }>`
      select coalesce((select sum(failures)::int from sign_in_attempts), 0) as failures,
        (select count(*)::int from sign_in_budgets where full_at > now()) as spent`.execute(
      iam.deps.db,
    )
    return rows[0]
  }
  state.isDown = true
  // One more than are free.
  for (let i = 0; i < 6; i++) expect(await tryOnce()).toBe(502)
  expect(await counted()).toEqual({ failures: 0, spent: 0 })
  state.isDown = false
  expect(await tryOnce()).toBe(422)
  expect((await counted())?.failures).toBe(1)
  state.isDown = true
  expect(await tryOnce()).toBe(502)
  state.isDown = false
  expect(await tryOnce()).toBe(422)
  expect((await counted())?.failures).toBe(2)
})
