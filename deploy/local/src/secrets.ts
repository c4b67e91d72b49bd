import { randomBytes, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { readJson, writeJson } from './files.ts'

export const serviceNames = ['iam', 'bpm', 'dms', 'expense'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Whose tables belong to a role of their own, which migrates. The sample keeps to one role. */
export const ownedNames = ['iam', 'bpm', 'dms'] as const
export type OwnedName = (typeof ownedNames)[number]
export const ownerOf = (name: OwnedName): string => `${name}_owner`

export const accountNames = [
  'admin',
  'employee',
  'manager',
  'finance1',
  'finance2',
  'outsider',
  'consultant',
] as const
export type AccountName = (typeof accountNames)[number]

/** What one local platform draws by lot at its first start, and keeps: secrets and ids. */
export interface Secrets {
  readonly ids: {
    /** Of the PostgreSQL cluster, where its folder cannot be in the data folder. */
    readonly cluster: string
    readonly demo: string
    readonly elsewhere: string
    readonly users: Readonly<Record<AccountName, string>>
  }
  readonly postgres: string
  readonly databases: Readonly<Record<ServiceName, string>>
  /** Of the roles that own the tables. */
  readonly owners: Readonly<Record<OwnedName, string>>
  readonly iamKeyEncryptionKey: string
  readonly bpmKeyEncryptionKey: string
  /** By which push services of browsers know the platform. */
  readonly vapidKey: string
  readonly cookieKey: string
  readonly addressSigningKey: string
  /** Sign the heads of the audits. */
  readonly auditSigningKeys: Readonly<Record<OwnedName, string>>
  /** Of the S3 server in containers; the local platform keeps files in a folder. */
  readonly storage: string
  readonly clients: Readonly<Record<'workflow' | 'document' | 'gateway' | 'sample', string>>
  readonly passwords: Readonly<Record<AccountName, string>>
}

/** Those of the file, and what a file of before lacks drawn now. */
export async function ensureSecrets(path: string): Promise<Secrets> {
  // The file is our own; nobody else writes it. An earlier version knew fewer names.
  const kept = ((await readJson(path)) ?? {}) as Partial<Secrets>
  const drawn = drawAll()
  const all: Secrets = {
    ...drawn,
    ...kept,
    ids: { ...drawn.ids, ...kept.ids, users: { ...drawn.ids.users, ...kept.ids?.users } },
    owners: { ...drawn.owners, ...kept.owners },
    auditSigningKeys: { ...drawn.auditSigningKeys, ...kept.auditSigningKeys },
    clients: { ...drawn.clients, ...kept.clients },
    passwords: { ...drawn.passwords, ...kept.passwords },
  }
  if (!isDeepStrictEqual(all, kept)) await writeJson(path, all)
  return all
}

const drawAll = (): Secrets => ({
  ids: {
    cluster: uuidv7(),
    demo: uuidv7(),
    elsewhere: uuidv7(),
    users: forAccounts(() => uuidv7()),
  },
  postgres: key(),
  databases: { iam: key(), bpm: key(), dms: key(), expense: key() },
  owners: { iam: key(), bpm: key(), dms: key() },
  iamKeyEncryptionKey: key(),
  bpmKeyEncryptionKey: key(),
  vapidKey: key(),
  cookieKey: key(),
  addressSigningKey: key(),
  auditSigningKeys: { iam: key(), bpm: key(), dms: key() },
  storage: key(),
  clients: {
    workflow: clientSecret(),
    document: clientSecret(),
    gateway: clientSecret(),
    sample: clientSecret(),
  },
  passwords: forAccounts(password),
})

function forAccounts(make: () => string): Record<AccountName, string> {
  const entries = accountNames.map((name) => [name, make()])
  // Object.fromEntries forgets the names it was given.
  return Object.fromEntries(entries) as Record<AccountName, string>
}

/** 32 bytes, base64url. */
const key = () => randomBytes(32).toString('base64url')

/** 32 characters, 192 bits. */
const clientSecret = () => randomBytes(24).toString('base64url')

// Without characters that look alike: these are typed by hand. 16 of them are 79 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

function password(): string {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}
