import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lintDocument } from './interface-lint.ts'

const root = new URL('../../../../', import.meta.url)

it('says where a document breaks a rule', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' }
  const content = { 'application/json': { schema: { type: 'integer' }, example: 'two' } }
  const get = {
    operationId: 'readThing',
    summary: 'A thing',
    security: [],
    responses: { 200: { description: 'It', content } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', license },
    servers: [{ url: '/' }],
    paths: { '/things/{id}': { get } },
  }
  await writeFile(file, JSON.stringify(document))

  const faults = await lintDocument(root, file)

  expect(faults.map((fault) => fault.split(': ')[0]).toSorted()).toEqual([
    'no-invalid-media-type-examples',
    'path-parameters-defined',
  ])
})
