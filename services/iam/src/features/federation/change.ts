import { isForeignKeyViolation, isUniqueViolation } from '@countersign/service-kit/db'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { uuidv7 } from 'uuidv7'
import { endInTenant } from '../../accounts/end-in-tenant.ts'
import { asActor, asSoleActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { LdapSettings, OidcSettings } from '../../core/federation.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { secretContext } from '../../upstream/secret-context.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  acceptRoles,
  changeSettings,
  checkSettings,
  toLdapSettings,
  toOidcSettings,
} from './accept.ts'
import { listLinkedUsers } from './link-queries.ts'
import {
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  updateProvider,
  type ProviderRow,
  type ProviderValues,
} from './queries.ts'
import type { ChangeProviderBody, CreateProviderBody, ProviderView } from './schema.ts'
import { toProviderView } from './views.ts'

/**
 * Lets people of the tenant sign in with a provider of its own.
 *
 * @throws `iam.provider_invalid` (422), `iam.provider_name_taken` (409), `iam.role_unknown` (422),
 * `iam.permission_reserved` (403).
 */
export async function createProvider(
  deps: Deps,
  claimant: Claimant,
  body: CreateProviderBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<ProviderView>> {
  const { db, now, listedOrigins, sealer, issuer } = deps
  const settings = body.kind === 'oidc' ? toOidcSettings(body) : toLdapSettings(body)
  const mailDomains = lower(body.mailDomains ?? [])
  await checkSettings(settings, mailDomains, listedOrigins)
  const place = { id: uuidv7(), tenantId: claimant.tenantId, kind: body.kind }
  const secret = body.kind === 'oidc' ? body.clientSecret : body.bindPassword
  return namedOnce(() =>
    asActor(db, claimant, (tx, actor) =>
      once(tx, key, async () => {
        const values: ProviderValues = {
          name: body.name,
          status: 'active',
          settings,
          sealedSecret: secret === undefined ? null : sealer.seal(secret, secretContext(place)),
          matchExternalId: body.matchExternalId ?? false,
          createAccounts: body.createAccounts ?? false,
          mailDomains,
          roleIds: await acceptRoles(tx, actor, body.roles ?? []),
        }
        await insertProvider(tx, place, values, now())
        const row = await getProvider(tx, actor.tenantId, place.id)
        const entry = doneBy(actor, 'provider.created', 'provider', place.id, { after: shown(row) })
        await insertAuditEvent(tx, entry, now())
        return { status: 201, body: toProviderView(row, issuer) }
      }),
    ),
  )
}

/**
 * Changes a provider. Where a password would go to another place than before it must be given
 * anew: else whoever may change the address could have the stored one sent to themselves.
 *
 * @throws as {@link createProvider}, and `iam.provider_secret_required` (422), 404, 412.
 */
export function changeProvider(
  { db, now, listedOrigins, sealer, issuer }: Deps,
  claimant: Claimant,
  id: string,
  body: ChangeProviderBody,
  revision: number | undefined,
): Promise<ProviderView> {
  const { tenantId } = claimant
  const disables = body.status === 'disabled'
  const act: typeof asActor = disables ? asSoleActor : asActor
  return namedOnce(() =>
    act(db, claimant, async (tx, actor) => {
      const before = await lockProvider(tx, tenantId, id)
      if (before === undefined) throw problems.not_found()
      requireRevision(problems, revision, before.revision)
      const settings = changeSettings(before.settings, body)
      const mailDomains = lower(body.mailDomains ?? before.mailDomains)
      await checkSettings(settings, mailDomains, listedOrigins)
      const secret = body.clientSecret ?? body.bindPassword
      if (secret === undefined && goesElsewhere(before.settings, settings))
        throw problems.provider_secret_required()
      const values: ProviderValues = {
        name: body.name ?? before.name,
        status: body.status ?? before.status,
        settings,
        sealedSecret:
          secret === undefined
            ? before.sealedSecret
            : sealer.seal(secret, secretContext({ tenantId, id })),
        matchExternalId: body.matchExternalId ?? before.matchExternalId,
        createAccounts: body.createAccounts ?? before.createAccounts,
        mailDomains,
        roleIds:
          body.roles === undefined ? before.roleIds : await acceptRoles(tx, actor, body.roles),
      }
      await updateProvider(tx, tenantId, id, values, now())
      if (disables) await endSignIns(tx, tenantId, id)
      const after = await getProvider(tx, tenantId, id)
      const details = { before: shown(before), after: shown(after), secret: secret !== undefined }
      await insertAuditEvent(tx, doneBy(actor, 'provider.changed', 'provider', id, details), now())
      return toProviderView(after, issuer)
    }),
  )
}

/** Its links go with it, and what came of them in the tenant; accounts stay. */
export async function removeProvider(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  revision: number | undefined,
): Promise<void> {
  const { tenantId } = claimant
  await asSoleActor(db, claimant, async (tx, actor) => {
    const before = await lockProvider(tx, tenantId, id)
    if (before === undefined) throw problems.not_found()
    requireRevision(problems, revision, before.revision)
    await endSignIns(tx, tenantId, id)
    await deleteProvider(tx, tenantId, id)
    const details = { before: shown(before) }
    await insertAuditEvent(tx, doneBy(actor, 'provider.deleted', 'provider', id, details), now())
  })
}

/** What came of the provider in the tenant, as where each of its links ends. */
const endSignIns = async (tx: Tx, tenantId: string, id: string) =>
  endInTenant(tx, tenantId, await listLinkedUsers(tx, tenantId, id))

async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'identity_providers_name_unique'))
      throw problems.provider_name_taken()
    // It was deleted since it was looked up.
    if (isForeignKeyViolation(error, 'identity_provider_roles_role')) throw problems.role_unknown()
    throw error
  }
}

async function getProvider(tx: Tx, tenantId: string, id: string): Promise<ProviderRow> {
  const row = await findProvider(tx, tenantId, id)
  if (row === undefined) throw new Error('a provider that was just written is not there')
  return row
}

const lower = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
]

function goesElsewhere(
  before: OidcSettings | LdapSettings,
  after: OidcSettings | LdapSettings,
): boolean {
  if ('issuer' in before || 'issuer' in after) return false
  return (
    before.url !== after.url ||
    before.ca !== after.ca ||
    before.bindDn !== after.bindDn ||
    (before.startTls && !after.startTls)
  )
}

// Everything but the secret.
const shown = ({ name, status, settings, ...row }: ProviderRow) => ({
  name,
  status,
  settings,
  matchExternalId: row.matchExternalId,
  createAccounts: row.createAccounts,
  mailDomains: row.mailDomains,
  roles: row.roleIds,
})
