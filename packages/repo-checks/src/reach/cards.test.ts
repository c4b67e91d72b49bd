import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { generateCards } from './cards.ts'
import { plant, sample } from './tree.testing.ts'

const address = '/api/bpm/v1/tasks/{taskNo}/approve'

async function plantService(paths: object): Promise<URL> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-cards-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'services/bpm/migrations'), { recursive: true })
  await writeFile(join(root, 'services/bpm/openapi.json'), JSON.stringify({ paths }))
  await writeFile(
    join(root, 'services/bpm/migrations/0001_tasks.sql'),
    'create table tasks (id int);\ncreate table instance_actions (id int);\n',
  )
  return pathToFileURL(`${root}/`)
}

it('says what a call costs', async () => {
  const root = await plantService({ [address]: { post: { summary: 'Approve' } } })
  expect(await generateCards(root, plant(sample), 'bpm')).toContain(`### POST \`${address}\`

Approve. Begin at [features/tasks/routes.ts](../../services/bpm/src/features/tasks/routes.ts).

- caller: user with \`bpm:task:write\`
- files: 7: features/tasks 3, core 2, runtime 2
- reads: \`tasks\`
- writes: \`instance_actions\`
- row locks: \`lockTask\` (features/tasks/queries.ts)
- transactions: \`act\` (features/tasks/act.ts)
- tries again: the batch one by one, when one of it fails
`)
})

it('refuses a document with a route that no source registers', async () => {
  const root = await plantService({ '/api/bpm/v1/gone': { get: {} } })
  await expect(generateCards(root, plant(sample), 'bpm')).rejects.toThrow(
    'no source registers get /api/bpm/v1/gone',
  )
})
