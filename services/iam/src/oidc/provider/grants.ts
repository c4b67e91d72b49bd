import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { chooseTenant, type TenantChoice } from '../../core/tenant-choice.ts'
import type { IamDatabase } from '../../db/types.ts'
import { listTenantsOf } from '../store/account-queries.ts'
import type { IamAccount } from './accounts.ts'
import { grantContexts } from './grant-context.ts'
import {
  addConsent,
  findConsentedScopes,
  findSessionTenant,
  rememberSessionTenant,
} from '../store/grant-queries.ts'
import { limitOf } from './tenant-limit.ts'
import { extrasOf } from './resource.ts'
import { scopesOf } from '../../core/requested-scopes.ts'

type LoadGrant = NonNullable<Configuration['loadExistingGrant']>

const choices = new WeakMap<object, TenantChoice>()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What was decided about the tenant of a request; undefined before anybody is signed in. */
export const tenantChoiceOf = (ctx: KoaContextWithOIDC): TenantChoice | undefined =>
  choices.get(ctx)

/** Whether a request wants another tenant than the session reaches: it is signed in for anew. */
export function isLimitedElsewhere({ oidc }: KoaContextWithOIDC): boolean {
  const limit = limitOf(oidc.session)
  const hint = oidc.params?.['tenant_id']
  const owner = oidc.client === undefined ? null : extrasOf(oidc.client).owner_tenant
  const wanted = typeof hint === 'string' ? hint.toLowerCase() : (owner ?? undefined)
  return limit !== undefined && wanted !== undefined && wanted !== limit
}

/** Whether the request must show the consent page whatever was agreed to earlier. */
const asksConsent = (ctx: KoaContextWithOIDC) =>
  ctx.oidc.promptPending('consent') || ctx.oidc.result?.consent !== undefined

/**
 * Makes the grant of an authorization request: a fresh one each time, because a shared one would
 * collect the scopes of earlier requests. Undefined sends the user to the page that is missing.
 */
export function createLoadGrant(
  db: IamDatabase,
  sessionEnd: (ctx: KoaContextWithOIDC) => Date,
): LoadGrant {
  return async (ctx) => {
    const { account, client, session, params, provider } = ctx.oidc
    if (account === undefined || client === undefined || session === undefined) return undefined
    if (ctx.oidc.promptPending('login') || (account as IamAccount).row.mustChangePassword)
      return undefined
    if (isLimitedElsewhere(ctx)) return undefined
    const choice = await decideTenant(db, ctx)
    choices.set(ctx, choice)
    if (choice.kind === 'none')
      throw new errors.AccessDenied('the user is not a member of a tenant that can be used here')
    if (choice.kind === 'ask') return undefined

    const { tenantId } = choice
    const scopes = scopesOf(params)
    if (!(await isConsented(db, ctx, tenantId, scopes))) return undefined
    const userAgent = ctx.get('user-agent')
    await rememberSessionTenant(db, {
      sessionUid: session.uid,
      tenantId,
      expiresAt: sessionEnd(ctx),
      userAgent: userAgent === '' ? undefined : userAgent,
      address: ctx.ip,
    })
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    grant.addOIDCScope(scopes.join(' '))
    for (const resource of Object.keys(ctx.oidc.resourceServers ?? {}))
      grant.addResourceScope(resource, scopes.join(' '))
    grantContexts.set(ctx, { tenantId, sessionUid: session.uid })
    await grant.save()
    return grant
  }
}

async function decideTenant(db: IamDatabase, ctx: KoaContextWithOIDC): Promise<TenantChoice> {
  const { account, client, session, params, result } = ctx.oidc
  const hint = params?.['tenant_id']
  if (typeof hint === 'string' && !uuid.test(hint))
    throw new errors.InvalidRequest('tenant_id is not a UUID')
  const [memberOf, remembered] = await Promise.all([
    listTenantsOf(db, account?.accountId ?? ''),
    findSessionTenant(db, session?.uid ?? ''),
  ])
  const picked: unknown = (result?.['tenant'] as { tenantId?: unknown } | undefined)?.tenantId
  const limit = limitOf(session)
  return chooseTenant({
    memberOf: limit === undefined ? memberOf : memberOf.filter(({ id }) => id === limit),
    clientTenantId: (client === undefined ? null : extrasOf(client).owner_tenant) ?? undefined,
    hint: typeof hint === 'string' ? hint.toLowerCase() : undefined,
    picked: typeof picked === 'string' ? picked : undefined,
    remembered,
  })
}

/** Consent is the client's choice; once given it holds for the same scopes in the same tenant. */
async function isConsented(
  db: IamDatabase,
  ctx: KoaContextWithOIDC,
  tenantId: string,
  scopes: string[],
): Promise<boolean> {
  const { account, client, result } = ctx.oidc
  if (account === undefined || client === undefined) return false
  if (result?.consent !== undefined) {
    await addConsent(db, account.accountId, tenantId, client.clientId, scopes)
    return true
  }
  if (asksConsent(ctx)) return false
  if (!extrasOf(client).consent_page) return true
  const consented = await findConsentedScopes(db, account.accountId, tenantId, client.clientId)
  return scopes.every((scope) => consented.includes(scope))
}
