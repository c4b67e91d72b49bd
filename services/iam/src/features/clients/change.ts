import { isForeignKeyViolation } from '@countersign/service-kit/db'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { asActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { generateSecret, hashSecret } from '../../core/client-secrets.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { acceptClient, unknownTenant } from './accept.ts'
import {
  deleteClient,
  findClient,
  insertClient,
  lockClient,
  replaceClientTenants,
  updateClient,
  type ClientRow,
  type ClientSettings,
} from './client-queries.ts'
import { insertSecret } from './queries.ts'
import type { ChangeClientBody, ClientView, CreateClientBody, CreatedClientView } from './schema.ts'
import type { Tx } from '../../db/types.ts'

export const toClientView = ({
  createdAt,
  updatedAt,
  allTenants: _,
  ...client
}: ClientRow): ClientView => ({
  ...client,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** Registers a client of the tenant; a SERVICE gets its secret in this answer alone. */
export async function createClient(
  deps: Deps,
  claimant: Claimant,
  body: CreateClientBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<CreatedClientView>> {
  const { db, now } = deps
  const { type } = body
  const settings = settingsOf(body)
  return wordTenants(() =>
    asActor(db, claimant, (tx, actor) =>
      once(tx, key, async () => {
        const { tenants = type === 'SERVICE' ? [actor.tenantId] : [] } = body
        const rules = acceptClient(deps, actor, {
          ...settings,
          type,
          tenants,
          status: 'active',
          allTenants: false,
        })
        const clientId = body.clientId ?? makeClientId(settings.name)
        const id = await insertClient(tx, actor.tenantId, clientId, rules, settings, now())
        if (id === undefined) throw problems.client_id_taken({ members: { clientId } })
        await replaceClientTenants(tx, id, tenants)
        const secret = type === 'SERVICE' ? generateSecret() : undefined
        if (secret !== undefined) await insertSecret(tx, id, hashSecret(secret), now())
        const view = toClientView(await getClient(tx, actor.tenantId, id))
        await insertAuditEvent(
          tx,
          doneBy(actor, 'client.created', 'client', id, {
            after: { ...settings, tenants },
            clientId,
            type,
          }),
          now(),
        )
        return {
          status: 201,
          body: secret === undefined ? view : { ...view, clientSecret: secret },
          secretMembers: ['clientSecret'],
        }
      }),
    ),
  )
}

const settingsOf = ({
  name,
  redirectUris = [],
  postLogoutRedirectUris = [],
  backchannelLogoutUri = null,
  agent = false,
  requireConsent = agent,
  scopes = [],
  permissions = null,
  resources = [],
  accessTokenType = null,
  dpopBoundAccessTokens = false,
  requirePushedAuthorizationRequests = false,
  requiresMfa = false,
}: CreateClientBody): ClientSettings => ({
  name,
  redirectUris,
  postLogoutRedirectUris,
  backchannelLogoutUri,
  requireConsent,
  scopes,
  permissions,
  resources,
  accessTokenType,
  dpopBoundAccessTokens,
  requirePushedAuthorizationRequests,
  agent,
  requiresMfa,
})

/** The type of a client is for good, and whether it is an agent; everything else may change within its rules. */
export function changeClient(
  deps: Deps,
  claimant: Claimant,
  id: string,
  body: ChangeClientBody,
  revision: number | undefined,
): Promise<ClientView> {
  const { db, now } = deps
  return wordTenants(() =>
    asActor(db, claimant, async (tx, actor) => {
      const before = await lockClient(tx, actor.tenantId, id)
      if (before === undefined) throw problems.not_found()
      requireRevision(problems, revision, before.revision)
      const { revision: _revision, ...changes } = body
      const wanted = { ...before, ...changes }
      acceptClient(deps, actor, wanted, before)
      await updateClient(tx, actor.tenantId, id, wanted, now())
      if (body.tenants !== undefined) await replaceClientTenants(tx, id, body.tenants)
      const after = toClientView(await getClient(tx, actor.tenantId, id))
      await insertAuditEvent(
        tx,
        doneBy(actor, 'client.changed', 'client', id, { before: toClientView(before), after }),
        now(),
      )
      return after
    }),
  )
}

/** Its secrets, sessions' grants and refresh tokens go with it. */
export function removeClient(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  revision: number | undefined,
): Promise<void> {
  return asActor(db, claimant, async (tx, actor) => {
    const before = await lockClient(tx, actor.tenantId, id)
    if (before === undefined) throw problems.not_found()
    requireRevision(problems, revision, before.revision)
    await deleteClient(tx, actor.tenantId, id)
    await insertAuditEvent(
      tx,
      doneBy(actor, 'client.deleted', 'client', id, { before: toClientView(before) }),
      now(),
    )
  })
}

async function getClient(tx: Tx, tenantId: string, id: string): Promise<ClientRow> {
  const client = await findClient(tx, tenantId, id)
  if (client === undefined) throw new Error('a locked client is gone')
  return client
}

async function wordTenants<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isForeignKeyViolation(error, 'client_tenants_tenant_id_fkey'))
      throw unknownTenant('/tenants/0')
    throw error
  }
}

// Readable, and unique enough that a second "Expense app" is not refused.
function makeClientId(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${words === '' ? 'client' : words.slice(0, 60)}-${crypto.randomUUID().slice(0, 8)}`
}
