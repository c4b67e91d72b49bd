import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { limitPermissions } from '../../core/client-permissions.ts'
import type { Db, IamDatabase } from '../../db/types.ts'
import { listPermissions } from '../store/account-queries.ts'
import { addConsent, findConsent, type Consent } from '../store/grant-queries.ts'
import { extrasOf } from './resource.ts'

/** What a consent page named, and to whom: agreed to, it says nothing for another account or tenant. */
export interface ShownConsent {
  readonly userId: string
  readonly tenantId: string
  readonly permissions: readonly string[]
}

/** What tokens of an application would carry, as they are issued now, of what the person may do. */
export async function listCarried(
  db: Db,
  client: Client,
  tenantId: string,
  userId: string,
): Promise<string[]> {
  const held = await listPermissions(db, tenantId, userId)
  return limitPermissions(held, extrasOf(client).permission_limit)
}

/** Whether the request must show the consent page whatever was agreed to earlier. */
const asksConsent = (ctx: KoaContextWithOIDC) =>
  ctx.oidc.promptPending('consent') || ctx.oidc.result?.consent !== undefined

/**
 * Consent is the client's choice. Once given it holds in the same tenant for the scopes and the
 * permissions that the page named: when tokens may carry more, the page comes again.
 *
 * Kept by: services/iam/src/oidc/token/least-authority.test.ts "comes again when the person may do more than the page named"
 */
export async function isConsented(
  db: IamDatabase,
  ctx: KoaContextWithOIDC,
  tenantId: string,
  scopes: readonly string[],
): Promise<boolean> {
  const { account, client, result } = ctx.oidc
  if (account === undefined || client === undefined) return false
  const { accountId } = account
  const { clientId } = client
  // Put there by our own page; it went through the database as JSON.
  const shown = result?.consent as ShownConsent | undefined
  if (shown?.userId === accountId && shown.tenantId === tenantId) {
    const { permissions } = shown
    await addConsent(db, accountId, tenantId, clientId, { scopes, permissions })
    return true
  }
  if (asksConsent(ctx)) return false
  if (!extrasOf(client).consent_page) return true
  // Any program of that machine could say that it is the agent (RFC 8252 section 8.6).
  if (extrasOf(client).agent) return false
  const consent = await findConsent(db, accountId, tenantId, clientId)
  return covers(consent, scopes, await listCarried(db, client, tenantId, accountId))
}

const covers = (
  consent: Consent | undefined,
  scopes: readonly string[],
  permissions: readonly string[],
) =>
  scopes.every((scope) => consent?.scopes.includes(scope)) &&
  permissions.every((name) => consent?.permissions?.includes(name))
