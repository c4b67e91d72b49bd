import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** What the launcher wrote: the first port of the block, and the password of iam's role. */
interface Written {
  readonly baseUrl: string
}
interface Secrets {
  readonly databases: { readonly iam: string }
}

/** Where the launcher has PostgreSQL, counted from the gateway's port. */
const postgresOffset = 5

/**
 * Lets time pass for the signing keys of a running local platform: those that sign no more are
 * published for so much shorter. Nothing else grows older, so tokens of the retired keys still live.
 *
 * @param platformFile The `platform.json` of a platform that `pnpm start` runs.
 * @returns what turns the time back, for who comes after.
 */
export async function retireKeysBy(
  minutes: number,
  platformFile: string,
): Promise<() => Promise<void>> {
  const dataDir = dirname(platformFile)
  const { baseUrl } = await read<Written>(platformFile)
  const { databases } = await read<Secrets>(join(dataDir, 'secrets.json'))
  const port = Number(new URL(baseUrl).port) + postgresOffset
  const connectionString = `postgres://iam:${databases.iam}@127.0.0.1:${port}/iam`
  const kids = await query(
    connectionString,
    `update signing_keys set published_until = published_until - make_interval(mins => $1)
     where status = 'previous' and published_until > now() returning kid`,
    [minutes],
  )
  return async () => {
    await query(
      connectionString,
      `update signing_keys set published_until = published_until + make_interval(mins => $1)
       where kid = any($2) returning kid`,
      [minutes, kids],
    )
  }
}

// Our own launcher wrote these files; nobody else does.
const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T

async function query(
  connectionString: string,
  text: string,
  values: unknown[],
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ kid: string }>(text, values)
    return rows.map(({ kid }) => kid)
  } finally {
    await client.end()
  }
}
