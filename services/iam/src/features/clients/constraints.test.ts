import { SERVICE_SCOPES } from '@countersign/contracts'
import { isCheckViolation, isForeignKeyViolation } from '@countersign/service-kit/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { startFreshIam } from '../../testing/start.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

const spa = {
  type: 'SPA' as const,
  auth_method: 'none' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  pkce_method: 'S256' as 'S256' | null,
  redirect_uris: ['https://a.example/'],
  post_logout_redirect_uris: ['https://a.example/'],
}
const service = {
  type: 'SERVICE' as const,
  auth_method: 'client_secret_basic' as const,
  grant_types: ['client_credentials'],
  pkce_method: null as 'S256' | null,
}

const insert = (row: object) => {
  const id = uuidv7()
  // Rows that the types would refuse as well are the point.
  const values = { id, client_id: id, tenant_id: null, name: 'X', ...row } as never
  return iam.deps.db
    .insertInto('clients')
    .values(values)
    .execute()
    .then(() => id)
}

describe('the table of clients', () => {
  it('[IAM-01] takes a SPA and a SERVICE', async () => {
    await insert(spa)
    await insert({ ...spa, scopes: ['openid', 'offline_access', 'expense:read', 'iam:user:read'] })
    await insert(service)
    await insert({ ...service, scopes: [...SERVICE_SCOPES] })
  })

  const broken: [string, object][] = [
    ['a SPA with the secret method', { ...spa, auth_method: 'client_secret_basic' }],
    ['a SPA without PKCE', { ...spa, pkce_method: null }],
    ['a SPA with another method of PKCE', { ...spa, pkce_method: 'plain' }],
    [
      'a SPA with client credentials',
      { ...spa, grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] },
    ],
    ['a SPA without redirect addresses', { ...spa, redirect_uris: [] }],
    ['a SPA without logout addresses', { ...spa, post_logout_redirect_uris: [] }],
    ['a SPA of all tenants', { ...spa, all_tenants: true }],
    ['a SERVICE without authentication', { ...service, auth_method: 'none' }],
    ['a SERVICE with PKCE', { ...service, pkce_method: 'S256' }],
    [
      'a SERVICE with codes',
      { ...service, grant_types: ['client_credentials', 'authorization_code'] },
    ],
    ['a SERVICE with a redirect address', { ...service, redirect_uris: ['https://a.example/'] }],
    [
      'a SERVICE with a logout address',
      { ...service, post_logout_redirect_uris: ['https://a.example/'] },
    ],
    ['a SERVICE with consent', { ...service, require_consent: true }],
    ['a third type', { ...service, type: 'BOTH' }],
    ...['iam.internal', 'iam.scim', 'dms.internal', 'bpm.events', 'tenant:x', 'nonsense', ''].map(
      (scope): [string, object] => [
        `a SPA with the scope "${scope}"`,
        { ...spa, scopes: ['openid', scope] },
      ],
    ),
    ...['openid', 'profile', 'email', 'offline_access', 'expense:read', 'tenant:x', 'x'].map(
      (scope): [string, object] => [
        `a SERVICE with the scope "${scope}"`,
        { ...service, scopes: ['dms.internal', scope] },
      ],
    ),
    ['a SERVICE with permissions', { ...service, permissions: ['expense:read'] }],
    ['permissions beside all of them', { ...spa, permissions: ['*', 'expense:read'] }],
    ['a permission that is none', { ...spa, permissions: ['expense'] }],
    ['another type of token', { ...spa, access_token_type: 'jwt' }],
  ]
  it.each(broken)('[IAM-01] refuses %s', async (_case, row) => {
    const error = await insert(row).catch((caught: unknown) => caught)
    expect(isCheckViolation(error)).toBe(true)
  })

  it('[IAM-01] [IAM-02] refuses a secret of a SPA, whatever type the secret claims', async () => {
    const id = await insert(spa)
    const secret = { id: uuidv7(), client_id: id, secret_hash: Buffer.alloc(32) }
    const plain = await iam.deps.db
      .insertInto('client_secrets')
      .values(secret)
      .execute()
      .catch((error: unknown) => error)
    expect(isForeignKeyViolation(plain, 'client_secrets_of_service')).toBe(true)
    const claimed = { ...secret, client_type: 'SPA' as never }
    const forced = await iam.deps.db
      .insertInto('client_secrets')
      .values(claimed)
      .execute()
      .catch((error: unknown) => error)
    expect(isCheckViolation(forced, 'client_secrets_service_only')).toBe(true)
  })

  it('[IAM-01] refuses to turn a SERVICE with a secret into a SPA', async () => {
    const id = await insert(service)
    await iam.deps.db
      .insertInto('client_secrets')
      .values({ id: uuidv7(), client_id: id, secret_hash: Buffer.alloc(32) })
      .execute()
    const error = await iam.deps.db
      .updateTable('clients')
      .set(spa)
      .where('id', '=', id)
      .execute()
      .catch((caught: unknown) => caught)
    expect(isForeignKeyViolation(error, 'client_secrets_of_service')).toBe(true)
  })
})
