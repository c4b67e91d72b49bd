import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { applySeed } from '../bootstrap/apply.ts'
import { findUserId } from '../bootstrap/queries.ts'
import { readSeed, SeedFault } from '../bootstrap/read.ts'
import type { Seed } from '../bootstrap/seed.ts'
import { generateSecret } from '../core/client-secrets.ts'
import type { Platform } from '../core/resources.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import type { PasswordHasher } from '../passwords/hasher.ts'
import { listNamesOfNew } from '../passwords/queries.ts'
import { judgePassword } from '../passwords/strength.ts'

const one = { type: 'string' } as const
const many = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const clientOptions = {
  type: one,
  'client-id': one,
  name: one,
  tenant: one,
  scope: many,
  'grant-tenant': many,
  'all-tenants': flag,
  'redirect-uri': many,
  'post-logout-redirect-uri': many,
  'backchannel-logout-uri': one,
  'require-consent': flag,
  permission: many,
  resource: many,
  'access-token-type': one,
  'dpop-bound': flag,
  'require-pushed-requests': flag,
  agent: flag,
} as const

const userOptions = {
  username: one,
  'display-name': one,
  email: one,
  tenant: one,
  role: many,
  department: one,
  post: one,
} as const

const optionOf: Readonly<Record<string, string>> = {
  clientId: '--client-id',
  tenantId: '--tenant',
  scopes: '--scope',
  tenants: '--grant-tenant',
  redirectUris: '--redirect-uri',
  postLogoutRedirectUris: '--post-logout-redirect-uri',
  backchannelLogoutUri: '--backchannel-logout-uri',
  permissions: '--permission',
  resources: '--resource',
  accessTokenType: '--access-token-type',
  dpopBoundAccessTokens: '--dpop-bound',
  requirePushedAuthorizationRequests: '--require-pushed-requests',
  displayName: '--display-name',
  roles: '--role',
  password: 'the password',
}

/** What is undefined is left out, as in a file. Faults name the option instead of the place. */
function toSeed(seed: unknown, platform?: Platform): Seed {
  try {
    return readSeed(JSON.stringify(seed), platform)
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error
    throw new CommandFault(
      error.message.replaceAll(
        /^\/(?:clients|users)\/0(?:\/memberships\/0)?\/(\w+)(?:\/\d+)?/gm,
        (_place, name: string) => optionOf[name] ?? `--${name}`,
      ),
    )
  }
}

/** Applies a file and records that it was done, both or neither. */
export function applySeedByCommand(
  db: IamDatabase,
  hasher: PasswordHasher,
  seed: Seed,
): Promise<void> {
  const names = ({ code, username, clientId }: Record<string, unknown>) =>
    code ?? username ?? clientId
  const details = {
    tenants: seed.tenants.map(({ id }) => id),
    roles: seed.roles?.map(names),
    departments: seed.departments?.map(names),
    users: seed.users?.map(names),
    clients: seed.clients?.map(names),
  }
  return applySeed(db, hasher, seed, (tx) =>
    insertAuditEvent(tx, { action: 'bootstrap.applied', ...operator, details }, new Date()),
  )
}

/**
 * Registers a client; answers the secret of a SERVICE, once. Without a tenant it is the platform's.
 *
 * @throws `CommandFault`, `SeedError`
 */
export async function createClientByCommand(
  db: IamDatabase,
  hasher: PasswordHasher,
  args: readonly string[],
  platform: Platform | undefined,
): Promise<{ clientId: string; clientSecret?: string }> {
  const options = readOptions(clientOptions, args, ['type', 'client-id', 'name'])
  const clientSecret = options.type === 'SERVICE' ? generateSecret() : undefined
  const client = {
    clientId: options['client-id'],
    type: options.type,
    name: options.name,
    tenantId: options.tenant ?? null,
    scopes: options.scope ?? [],
    tenants: options['grant-tenant'],
    allTenants: options['all-tenants'],
    redirectUris: options['redirect-uri'],
    postLogoutRedirectUris: options['post-logout-redirect-uri'],
    backchannelLogoutUri: options['backchannel-logout-uri'],
    requireConsent: options['require-consent'],
    permissions: options.permission,
    resources: options.resource,
    accessTokenType: options['access-token-type'],
    dpopBoundAccessTokens: options['dpop-bound'],
    requirePushedAuthorizationRequests: options['require-pushed-requests'],
    agent: options.agent,
    secret: clientSecret,
  }
  const seed = toSeed({ tenants: [], clients: [client] }, platform)
  const clientId = options['client-id'] ?? ''
  const present = await db
    .selectFrom('clients')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (present !== undefined) throw new CommandFault(`the client ${clientId} exists already`)
  await applySeed(db, hasher, seed, (tx) =>
    record(tx, 'client.created', 'client', clientId, options.tenant),
  )
  return clientSecret === undefined ? { clientId } : { clientId, clientSecret }
}

/** Makes an account and its membership; its first sign-in asks for another password. */
export async function createUserByCommand(
  db: IamDatabase,
  hasher: PasswordHasher,
  args: readonly string[],
  password: string,
): Promise<{ username: string; id: string }> {
  const options = readOptions(userOptions, args, ['username', 'display-name', 'tenant'])
  const username = (options.username ?? '').toLowerCase()
  const seed = toSeed({
    tenants: [],
    users: [
      {
        username: options.username,
        displayName: options['display-name'],
        email: options.email,
        password,
        mustChangePassword: true,
        memberships: [
          {
            tenantId: options.tenant,
            roles: options.role ?? [],
            department: options.department,
            post: options.post,
          },
        ],
      },
    ],
  })
  const { 'display-name': displayName = '', email, tenant = '' } = options
  const names = await listNamesOfNew(db, tenant, { displayName, email })
  const fault = await judgePassword(password, username, names)
  if (fault !== undefined) throw new CommandFault(`the password is not good enough: ${fault}`)
  if ((await findUserId(db, username)) !== undefined)
    throw new CommandFault(`the account ${username} exists already`)
  let id = ''
  await applySeed(db, hasher, seed, async (tx) => {
    id = await getUserId(tx, username)
    await record(tx, 'user.created', 'user', id, options.tenant)
  })
  return { username, id }
}

async function getUserId(tx: Tx, username: string): Promise<string> {
  const id = await findUserId(tx, username)
  if (id === undefined) throw new Error('the account that was just made is not there')
  return id
}

const operator = { actorKind: 'system', actorId: 'iam-cli' } as const

const record = (
  tx: Tx,
  action: string,
  targetKind: string,
  targetId: string,
  tenantId: string | undefined,
) => insertAuditEvent(tx, { action, ...operator, targetKind, targetId, tenantId }, new Date())
