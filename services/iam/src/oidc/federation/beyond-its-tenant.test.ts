import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { startMailingIam, type MailingIam } from '../../testing/mailbox.ts'
import { startOpenIdUpstream, type OpenIdUpstream } from '../../testing/openid-upstream.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
} from '../../testing/sign-in.ts'
import { acme, callback, globex, password, userIds, world } from '../../testing/world.ts'

let iam: MailingIam
let upstream: OpenIdUpstream
let provider: string
let platform: Api
const registered: string[] = []

beforeAll(async () => {
  upstream = await startOpenIdUpstream(() => registered)
  iam = await startMailingIam({ federationOrigins: [upstream.issuer] })
  await iam.seed(world)
  platform = await apiAs(iam.url, 'platform')
  const admin = await apiAs(iam.url, 'admin')
  const { issuer, clientId, clientSecret } = upstream
  const body = { kind: 'oidc', name: 'Corp', issuer, clientId, clientSecret }
  const made = await admin('POST', '/identity-providers', body)
  registered.push(String(made.body['redirectUri']))
  provider = String(made.body['id'])
  for (const userId of [userIds.both, userIds.employee])
    await sql`insert into identity_links (id, tenant_id, provider_id, user_id, subject, origin)
      values (gen_random_uuid(), ${acme}, ${provider}, ${userId}, ${userId}, 'user')`.execute(
      iam.deps.db,
    )
})
afterAll(async () => {
  await iam.stop()
  await upstream.stop()
})

const { both, employee } = userIds
const setPasswordless = (userId: string) =>
  sql`update users set password_hash = null where id = ${userId}`.execute(iam.deps.db)

/** Whoever runs the provider has it say who they are. */
async function comeAs(sub: string) {
  upstream.person = { sub }
  const browser = new Browser()
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, { tenant_id: acme })
  const page = await openSignIn(browser, authorization)
  const end = await throughProvider(browser, page)
  return { browser, config, authorization, end }
}

async function throughProvider(browser: Browser, page: Visit): Promise<Visit> {
  const flow = new URL(page.url).searchParams.get('flow') ?? ''
  const away = await browser.get(`${iam.url}/signin/upstream?flow=${flow}&provider=${provider}`)
  const back = await browser.follow(away, `${iam.url}/signin/upstream/`)
  return browser.follow(back, callback)
}

async function apiOf({ config, end, authorization }: Awaited<ReturnType<typeof comeAs>>) {
  return apiWith(iam.url, (await redeem(config, end, authorization)).access_token)
}

const emailOf = async (userId: string) => {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${userId}`.execute(iam.deps.db)
  return rows[0]?.email
}

describe('whoever runs the provider of one tenant', () => {
  const email = 'attacker@elsewhere.example'
  const codeOf = async (userId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from account_links where user_id = ${userId} and purpose = 'verify_email'
      order by created_at desc limit 1`.execute(iam.deps.db)
    return iam.deps.links.codeOf(rows[0]?.id ?? '')
  }
  beforeEach(async () => {
    await sql`delete from account_links`.execute(iam.deps.db)
    await setPasswordless(both)
    await setPasswordless(employee)
  })

  it('[V6.8.1] [IAM-21] gives no address of theirs to an account that is another tenant’s as well', async () => {
    const as = await apiOf(await comeAs(both))
    expect(await as('PUT', '/me/email', { email })).toMatchObject({
      status: 403,
      body: { code: 'iam.user_shared' },
    })
    expect(await emailOf(both)).toBe('both@acme.example')
    const own = await apiOf(await comeAs(employee))
    expect((await own('PUT', '/me/email', { email: 'me@acme.example' })).status).toBe(202)
  })

  it('[IAM-21] nor one that they asked for before the account joined there', async () => {
    const as = await apiOf(await comeAs(employee))
    expect((await as('PUT', '/me/email', { email })).status).toBe(202)
    const code = await codeOf(employee)
    await sql`insert into memberships (tenant_id, user_id) values (${globex}, ${employee})`.execute(
      iam.deps.db,
    )
    const late = await as('POST', '/me/email/confirmation', { code })
    expect(late).toMatchObject({ status: 403, body: { code: 'iam.user_shared' } })
    await sql`delete from memberships where tenant_id = ${globex} and user_id = ${employee}`.execute(
      iam.deps.db,
    )
    expect((await as('POST', '/me/email/confirmation', { code })).status).toBe(200)
    expect(await emailOf(employee)).toBe(email)
  })

  it('[V6.8.1] [IAM-21] sets up no second factor that would open the other tenants', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const { browser, end } = await comeAs(both)
    expect(end.text).not.toContain('Set up a second factor')
    expect(end.text).toContain('with its password or a passkey')
    // However often they come that way.
    const again = await throughProvider(browser, end)
    expect(again.text).toContain('with its password or a passkey')
    // An account of the tenant alone is the tenant’s.
    expect((await comeAs(employee)).end.text).toContain('Set up a second factor')
  })
})

it('[IAM-18] the owner of an account of several tenants sets up a second factor after their password', async () => {
  const { browser, end } = await comeAs(both)
  const hash = await iam.deps.hasher.hash(password)
  await sql`update users set password_hash = ${hash} where id = ${both}`.execute(iam.deps.db)
  const page = await enterCredentials(browser, end, 'both')
  expect(page.text).toContain('Set up a second factor')
})
