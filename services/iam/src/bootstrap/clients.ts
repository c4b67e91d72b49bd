import { hashSecret, maxLiveSecrets } from '../core/client-secrets.ts'
import { decideClient, type ClientDecision } from '../core/clients.ts'
import type { Tx } from '../db/types.ts'
import { deleteSecret, insertSecret, listLiveSecrets } from '../features/clients/queries.ts'
import { addClientTenants, upsertClient } from './client-queries.ts'
import { SeedError, type Existing, type SeedClient } from './seed.ts'

/**
 * Sets a client to what the file says. Where what exists is kept, only the addresses of its pages follow the
 * file: all else, its secrets and its organisations too, may have been changed on purpose since.
 */
export async function applyClient(
  tx: Tx,
  place: string,
  client: SeedClient,
  existing: Existing,
): Promise<void> {
  const decision = decideClient({
    type: client.type,
    redirectUris: client.redirectUris ?? [],
    postLogoutRedirectUris: client.postLogoutRedirectUris ?? [],
    backchannelLogoutUri: client.backchannelLogoutUri,
    requireConsent: client.requireConsent ?? client.agent ?? false,
    scopes: client.scopes,
    permissions: client.permissions ?? null,
    resources: client.resources ?? [],
    allTenants: client.allTenants ?? false,
    requiresMfa: client.requiresMfa ?? false,
    tenants: client.tenants ?? [],
    requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests ?? false,
    agent: client.agent ?? false,
  })
  if (!decision.allowed) throw new SeedError(place, wordRefusal(decision))
  if (client.type === 'SPA' && client.secret !== undefined)
    throw new SeedError(place, 'a SPA has no secret')
  const stored = await upsertClient(tx, client, decision.rules, existing)
  // Tokens say `act` for good, so that nobody is taken for a person who was an agent before.
  if (stored === undefined) throw new SeedError(place, '"agent" is for good, and another is stored')
  if (existing === 'keep' && !stored.isNew) return
  if (client.tenants !== undefined) await addClientTenants(tx, stored.id, client.tenants)
  if (client.secret !== undefined) await ensureSecret(tx, stored.id, client.secret)
}

const wordRefusal = ({ refusal }: Extract<ClientDecision, { allowed: false }>) =>
  'pointer' in refusal ? `${refusal.reason} at ${refusal.pointer}` : refusal.reason

async function ensureSecret(tx: Tx, clientRowId: string, secret: string): Promise<void> {
  const now = new Date()
  const hash = hashSecret(secret)
  const live = await listLiveSecrets(tx, clientRowId, now)
  if (live.some(({ secretHash }) => secretHash.equals(hash))) return
  for (const { id } of live.slice(0, Math.max(0, live.length - maxLiveSecrets + 1))) {
    await deleteSecret(tx, clientRowId, id)
  }
  await insertSecret(tx, clientRowId, hash, now)
}
