import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFreshIam } from '../testing/start.ts'
import { acme, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

describe('clients of a seed that keeps what is there', () => {
  const [first, second] = ['https://first.example', 'https://second.example']
  const pages = {
    clientId: 'kept-pages',
    type: 'SPA' as const,
    name: 'Pages',
    scopes: ['openid', 'profile'],
    permissions: ['expense:read', 'expense:start'],
    resources: ['https://api.first.example'],
    accessTokenType: 'JWT' as const,
    redirectUris: [`${first}/callback`],
    postLogoutRedirectUris: [`${first}/`],
    backchannelLogoutUri: `${first}/logout`,
  }
  const moved = {
    ...pages,
    name: 'Renamed',
    redirectUris: [`${second}/callback`],
    postLogoutRedirectUris: [`${second}/`],
    backchannelLogoutUri: `${second}/logout`,
  }
  const keep = (...clients: (typeof pages)[]) =>
    iam.seed({ existing: 'keep', tenants: [], clients })
  const stored = () =>
    iam.deps.db
      .selectFrom('clients')
      .selectAll()
      .where('client_id', '=', pages.clientId)
      .executeTakeFirstOrThrow()
  const harden = () =>
    iam.deps.db
      .updateTable('clients')
      .set({
        name: 'Own',
        require_consent: true,
        scopes: ['openid'],
        permissions: ['expense:read'],
        resources: [],
        access_token_type: 'at+jwt',
        dpop_bound_access_tokens: true,
        require_pushed_authorization_requests: true,
        requires_mfa: true,
        status: 'disabled',
      })
      .where('client_id', '=', pages.clientId)
      .execute()

  it('[IAM-21] corrects the addresses of an application, and undoes no hardening', async () => {
    await keep(pages)
    await harden()
    const before = await stored()

    await keep(pages)
    expect(await stored()).toEqual(before)

    await Promise.all([keep(moved), keep(moved)])
    const after = await stored()
    expect(after).toEqual({
      ...before,
      redirect_uris: moved.redirectUris,
      post_logout_redirect_uris: moved.postLogoutRedirectUris,
      backchannel_logout_uri: moved.backchannelLogoutUri,
      revision: before.revision + 1,
      updated_at: after.updated_at,
    })
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  it('[IAM-21] keeps an address that the file does not name', async () => {
    const { backchannelLogoutUri, ...silent } = pages
    await keep(pages)
    await iam.seed({ existing: 'keep', tenants: [], clients: [silent] })
    expect((await stored()).backchannel_logout_uri).toBe(backchannelLogoutUri)
  })

  it('[IAM-21] brings back no secret and no organisation that was taken from a service', async () => {
    const { db } = iam.deps
    const service = {
      clientId: 'kept-service',
      type: 'SERVICE' as const,
      name: 'Service',
      tenantId: acme,
      scopes: ['bpm.biztype.register'],
      tenants: [acme],
      secret: '4'.repeat(32),
    }
    const seed = () => iam.seed({ existing: 'keep', tenants: [], clients: [service] })
    await seed()
    const { id } = await db
      .selectFrom('clients')
      .select('id')
      .where('client_id', '=', service.clientId)
      .executeTakeFirstOrThrow()
    const held = () =>
      Promise.all([
        db.selectFrom('client_secrets').select('id').where('client_id', '=', id).execute(),
        db.selectFrom('client_tenants').select('tenant_id').where('client_id', '=', id).execute(),
      ])
    expect(await held()).toMatchObject([[{}], [{ tenant_id: acme }]])

    await db.deleteFrom('client_secrets').where('client_id', '=', id).execute()
    await db.deleteFrom('client_tenants').where('client_id', '=', id).execute()
    await seed()
    expect(await held()).toEqual([[], []])
  })
})
