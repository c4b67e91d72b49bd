import { randomBytes, randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { readJson, writeJson } from './files.ts'

export const serviceNames = ['iam', 'bpm', 'dms', 'expense'] as const
export type ServiceName = (typeof serviceNames)[number]

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
  readonly iamKeyEncryptionKey: string
  readonly bpmKeyEncryptionKey: string
  readonly cookieKey: string
  readonly addressSigningKey: string
  /** Of the S3 server in containers; the local platform keeps files in a folder. */
  readonly storage: string
  readonly clients: Readonly<Record<'workflow' | 'document' | 'sample', string>>
  readonly passwords: Readonly<Record<AccountName, string>>
}

export async function ensureSecrets(path: string): Promise<Secrets> {
  // The file is our own; nobody else writes it.
  const kept = (await readJson(path)) as Secrets | undefined
  if (kept !== undefined) return withAllAccounts(path, kept)
  const made: Secrets = {
    ids: {
      cluster: uuidv7(),
      demo: uuidv7(),
      elsewhere: uuidv7(),
      users: forAccounts(() => uuidv7()),
    },
    postgres: key(),
    databases: { iam: key(), bpm: key(), dms: key(), expense: key() },
    iamKeyEncryptionKey: key(),
    bpmKeyEncryptionKey: key(),
    cookieKey: key(),
    addressSigningKey: key(),
    storage: key(),
    clients: { workflow: clientSecret(), document: clientSecret(), sample: clientSecret() },
    passwords: forAccounts(password),
  }
  await writeJson(path, made)
  return made
}

/** Adds the accounts that a data folder of before did not know. */
async function withAllAccounts(path: string, kept: Secrets): Promise<Secrets> {
  if (accountNames.every((name) => name in kept.passwords)) return kept
  const all: Secrets = {
    ...kept,
    ids: { ...kept.ids, users: { ...forAccounts(() => uuidv7()), ...kept.ids.users } },
    passwords: { ...forAccounts(password), ...kept.passwords },
  }
  await writeJson(path, all)
  return all
}

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
