import { parseArgs } from 'node:util'
import { applySeed } from '../bootstrap/apply.ts'
import { findUserId } from '../bootstrap/queries.ts'
import { readSeed, SeedFault } from '../bootstrap/read.ts'
import { generateSecret } from '../core/client-secrets.ts'
import type { IamDatabase } from '../db/types.ts'
import { insertAuditEvent } from '../features/audit/queries.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import { judgePassword } from '../password-strength.ts'

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

function readOptions<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  options: NonNullable<T>,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new SeedFault([error instanceof Error ? error.message : 'the options cannot be read'])
  }
}

// What is undefined is left out, as in a file.
const toSeed = (seed: unknown) => readSeed(JSON.stringify(seed))

/**
 * Registers a client; answers the secret of a SERVICE, once. Without a tenant it is the platform's.
 *
 * @throws {@link SeedFault}, `SeedError`
 */
export async function createClientByCommand(
  db: IamDatabase,
  hasher: PasswordHasher,
  args: readonly string[],
): Promise<{ clientId: string; clientSecret?: string }> {
  const options = readOptions(clientOptions, args)
  const clientSecret = options.type === 'SERVICE' ? generateSecret() : undefined
  const seed = toSeed({
    tenants: [],
    clients: [
      {
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
        secret: clientSecret,
      },
    ],
  })
  const clientId = options['client-id'] ?? ''
  const present = await db
    .selectFrom('clients')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (present !== undefined) throw new SeedFault([`the client ${clientId} exists already`])
  await applySeed(db, hasher, seed)
  await record(db, 'client.created', 'client', clientId, options.tenant)
  return clientSecret === undefined ? { clientId } : { clientId, clientSecret }
}

/** Makes an account and its membership; its first sign-in asks for another password. */
export async function createUserByCommand(
  db: IamDatabase,
  hasher: PasswordHasher,
  args: readonly string[],
  password: string,
): Promise<{ username: string; id: string }> {
  const options = readOptions(userOptions, args)
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
  const fault = await judgePassword(password, username)
  if (fault !== undefined) throw new SeedFault([`the password is not good enough: ${fault}`])
  if ((await findUserId(db, username)) !== undefined)
    throw new SeedFault([`the account ${username} exists already`])
  await applySeed(db, hasher, seed)
  const id = await findUserId(db, username)
  if (id === undefined) throw new Error('the account that was just made is not there')
  await record(db, 'user.created', 'user', id, options.tenant)
  return { username, id }
}

const record = (
  db: IamDatabase,
  action: string,
  targetKind: string,
  targetId: string,
  tenantId: string | undefined,
) =>
  insertAuditEvent(
    db,
    { action, actorKind: 'system', actorId: 'iam-cli', targetKind, targetId, tenantId },
    new Date(),
  )
