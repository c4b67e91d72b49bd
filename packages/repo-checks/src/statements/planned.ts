import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '@countersign/service-kit/migrate'
import { createEmpty, dropDatabase } from '@countersign/test-kit/databases'
import type { Asked } from '@countersign/test-kit/statements/asked'
import { findRefusals, isPlannable } from './planned-statements.ts'

// Has a PostgreSQL of another version plan every statement that the services sent in the run whose STATEMENTS_FOLDER
// is given, against tables that it migrated itself:
//   planned.ts <folder> <address of the server>
// What it does not know, a function or a clause of a later version, it refuses. `.ci/run` asks the oldest one.
const [folder = '', serverUrl = ''] = process.argv.slice(2)

const asked = await Promise.all(
  (await readdir(folder)).map(
    async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Asked,
  ),
)
let refused = 0
for (const service of ['iam', 'bpm', 'dms']) {
  const files = asked.filter(({ file }) => file.startsWith(`services/${service}/`))
  const byShape = new Map(
    files.flatMap(({ statements, texts }) =>
      statements.map((shape, at) => [shape, texts[at] ?? ''] as const),
    ),
  )
  const texts = [...byShape.values()].filter(isPlannable)
  if (texts.length === 0) throw new Error(`${folder} has no statement of ${service}`)
  const url = await createEmpty(serverUrl, 'planned')
  await migrate({
    url,
    directory: new URL(`../../../../services/${service}/migrations/`, import.meta.url),
  })
  const refusals = await findRefusals(url, texts)
  await dropDatabase(serverUrl, url)
  console.log(`${service}: ${texts.length} statements, ${refusals.length} refused`)
  for (const refusal of refusals) console.log(refusal)
  refused += refusals.length
}
process.exitCode = refused === 0 ? 0 : 1
