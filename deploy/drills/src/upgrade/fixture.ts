import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Rows } from './rows.ts'
import type { Told } from './story.ts'

export const databases = ['iam', 'bpm', 'dms', 'expense'] as const
export type DatabaseName = (typeof databases)[number]

/** The data of a platform of an earlier version, made by that version's own processes. */
export interface Fixture {
  readonly version: string
  /** What the processes ran: tags may be missing in a clone, commits are not. */
  readonly commit: string
  readonly rows: Readonly<Record<DatabaseName, Rows>>
  /** The small files of its data folder, as they were; the secrets are worth nothing elsewhere. */
  readonly files: Readonly<Record<string, string>>
  /** Documents as base64, by their path in the folder of the object store. */
  readonly objects: Readonly<Record<string, string>>
  readonly told: Told
}

/** The last version that was released. */
export const lastVersion = '0.1.0'

const fileOf = (version: string) => new URL(`./fixtures/${version}.json.gz`, import.meta.url)

export async function readFixture(version: string = lastVersion): Promise<Fixture> {
  const packed = await readFile(fileOf(version))
  // Written by saveFixture.
  return JSON.parse(gunzipSync(packed).toString()) as Fixture
}

export async function saveFixture(fixture: Fixture): Promise<void> {
  await writeFile(fileOf(fixture.version), gzipSync(JSON.stringify(fixture), { level: 9 }))
}
