import { redirectUriOf } from '../../upstream/redirect-uri.ts'
import type { LinkRow } from './link-queries.ts'
import type { ProviderRow } from './queries.ts'
import type { LinkView, ProviderView } from './schema.ts'

export function toProviderView(row: ProviderRow, issuer: string): ProviderView {
  const { settings } = row
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    hasSecret: row.sealedSecret !== null,
    redirectUri: row.kind === 'oidc' ? redirectUriOf(issuer, row.id) : null,
    settings:
      'issuer' in settings
        ? { ...settings, scopes: [...settings.scopes] }
        : { ...settings, usernameAttributes: [...settings.usernameAttributes] },
    matchExternalId: row.matchExternalId,
    createAccounts: row.createAccounts,
    mailDomains: row.mailDomains,
    roles: row.roleIds,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const toLinkView = ({ createdAt, lastUsedAt, ...link }: LinkRow): LinkView => ({
  ...link,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
