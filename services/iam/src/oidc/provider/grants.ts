import { isUuid } from '@countersign/service-kit/schema'
import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { chooseTenant, type TenantChoice } from '../../core/tenant-choice.ts'
import type { IamDatabase } from '../../db/types.ts'
import type { SignedInAccount } from '../store/account-queries.ts'
import { claimsOfScope, type IamAccount } from './accounts.ts'
import { grantContexts } from './grant-context.ts'
import { isConsented } from './consent.ts'
import { findMissingFactor } from './factor-need.ts'
import { extrasOf } from './resource.ts'
import { scopesOf } from '../../core/requested-scopes.ts'
import { limitOf } from '../../core/voucher.ts'

/** Whether the scopes of a request give a claim anyway. */
const isCovered = (claim: string, scopes: readonly string[]) =>
  scopes.some((scope) =>
    Object.entries(claimsOfScope).some(
      ([of, claims]) => of === scope && (claims as readonly string[]).includes(claim),
    ),
  )

type LoadGrant = NonNullable<Configuration['loadExistingGrant']>

const choices = new WeakMap<object, TenantChoice>()

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

/**
 * Makes the grant of an authorization request: a fresh one each time, because a shared one would
 * collect the scopes of earlier requests. Undefined sends the user to the page that is missing.
 */
export function createLoadGrant(
  { db, sessionIdleMs }: { readonly db: IamDatabase; readonly sessionIdleMs: number },
  sessionEnd: (ctx: KoaContextWithOIDC) => Date,
): LoadGrant {
  return async (ctx) => {
    const { account, client, session, params, provider } = ctx.oidc
    if (account === undefined || client === undefined || session === undefined) return undefined
    if (ctx.oidc.promptPending('login') || (account as IamAccount).row.mustChangePassword)
      return undefined
    if (isLimitedElsewhere(ctx)) return undefined
    const { signedIn } = account as IamAccount
    if (signedIn === undefined) throw new Error('a grant is made for somebody who is signed in')
    const choice = decideTenant(ctx, signedIn)
    choices.set(ctx, choice)
    if (choice.kind === 'none')
      throw new errors.AccessDenied('the user is not a member of a tenant that can be used here')
    if (choice.kind === 'ask') return undefined

    const { tenantId } = choice
    const demanded = signedIn.tenants.some(({ id, requiresMfa }) => id === tenantId && requiresMfa)
    if ((await findMissingFactor(db, ctx, demanded)) !== undefined) return undefined
    const scopes = scopesOf(params)
    if (!(await isConsented(db, ctx, tenantId, scopes))) return undefined
    const userAgent = ctx.get('user-agent')
    const place = {
      expiresAt: sessionEnd(ctx),
      userAgent: userAgent === '' ? undefined : userAgent,
      address: ctx.ip,
    }
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    grant.addOIDCScope(scopes.join(' '))
    // Asked for one by one, claims are given as far as the scopes go.
    grant.rejectOIDCClaims(
      [...ctx.oidc.requestParamClaims].filter((name) => !isCovered(name, scopes)),
    )
    for (const resource of Object.keys(ctx.oidc.resourceServers ?? {}))
      grant.addResourceScope(resource, scopes.join(' '))
    grantContexts.set(ctx, { tenantId, sessionUid: session.uid, place, sessionIdleMs })
    await grant.save()
    return grant
  }
}

function decideTenant(
  { oidc: { client, session, params, result } }: KoaContextWithOIDC,
  { tenants, remembered }: SignedInAccount,
): TenantChoice {
  const hint = params?.['tenant_id']
  if (typeof hint === 'string' && !isUuid(hint))
    throw new errors.InvalidRequest('tenant_id is not a UUID')
  const memberOf = tenants.map(({ id, name }) => ({ id, name }))
  const picked: unknown = (result?.['tenant'] as { tenantId?: unknown } | undefined)?.tenantId
  const limit = limitOf(session)
  return chooseTenant({
    memberOf: limit === undefined ? memberOf : memberOf.filter(({ id }) => id === limit),
    clientTenantId: (client === undefined ? null : extrasOf(client).owner_tenant) ?? undefined,
    hint: typeof hint === 'string' ? hint.toLowerCase() : undefined,
    picked: typeof picked === 'string' ? picked : undefined,
    remembered: remembered ?? undefined,
  })
}
