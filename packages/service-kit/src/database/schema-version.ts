import { readFile } from 'node:fs/promises'

/*
 * Which version of the platform made the tables, and which versions go together. Decisions alone: who
 * migrates and who starts asks the database.
 *
 * Versions are those of the platform (docs/changelog.md); before 1.0 each minor one is a version of its own.
 */

/** The oldest version whose database the migrations of this one can follow. Raised when they cannot any more. */
const oldestFollowed = '0.1'

/** What migrated a database that has tables and does not say. */
const lastWithoutVersion = '0.1.0'

export interface SchemaState {
  /** What the database says of itself; undefined when it says nothing. */
  readonly version: string | undefined
  /** Names of the migrations that are applied. */
  readonly applied: ReadonlySet<string>
}

/** What is wrong with starting on these tables, as a sentence for the operator; undefined when nothing is. */
export function refuseToStart(
  own: { readonly version: string | undefined; readonly migrations: readonly string[] },
  { version, applied }: SchemaState,
): string | undefined {
  const pending = own.migrations.filter((name) => !applied.has(name))
  if (pending.length > 0)
    return `the database is too old for ${nameOf(own.version)}: ${pending.length} of its migrations are not applied (${pending[0]} first); run its migrate command before it starts`
  const known = new Set(own.migrations)
  const newer = [...applied].filter((name) => !known.has(name))
  if (newer.length === 0 || own.version === undefined || version === undefined) return undefined
  if (isNextMinor(own.version, version)) return undefined
  return `the database is too new for ${nameOf(own.version)}: ${version} migrated it, and a version works on the tables of the next minor one at most; start ${version}`
}

/** What is wrong with migrating such a database by this version; undefined when nothing is. */
export function refuseToMigrate(
  own: string | undefined,
  { version, applied }: SchemaState,
): string | undefined {
  if (applied.size === 0) return undefined
  const found = version ?? lastWithoutVersion
  if (compare(found, oldestFollowed) >= 0) return undefined
  return `${found} migrated the database, and ${nameOf(own)} follows ${oldestFollowed} at the earliest: upgrade to a version between them first`
}

/** The version of the package that a folder of migrations belongs to; undefined for one that belongs to none. */
export async function readVersionBeside(directory: URL): Promise<string | undefined> {
  const text = await readFile(new URL('../package.json', directory), 'utf8').catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    },
  )
  // Our own file.
  return text === undefined ? undefined : (JSON.parse(text) as { version: string }).version
}

const nameOf = (version: string | undefined) =>
  version === undefined ? 'this version' : `version ${version}`

function isNextMinor(own: string, other: string): boolean {
  const [major, minor] = numbersOf(own)
  const [otherMajor, otherMinor] = numbersOf(other)
  return major === otherMajor && otherMinor - minor <= 1
}

/** Below zero when the first is older; patches are all of one minor version. */
function compare(one: string, other: string): number {
  const [major, minor] = numbersOf(one)
  const [otherMajor, otherMinor] = numbersOf(other)
  return major - otherMajor || minor - otherMinor
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [major = '0', minor = '0'] = version.split('.')
  return [Number(major), Number(minor)]
}
