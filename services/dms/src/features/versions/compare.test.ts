import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTools } from '../../conversion/tools.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { renderDue } from '../renditions/worker.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp({}, { tools: createTools('/nowhere') })
  owner = setup.makeUser()
})
afterAll(() => setup.close())

const renderAll = async () => {
  while ((await renderDue(setup.deps)) > 0);
}

async function makeVersions(old: string, next: string) {
  const from = await upload(setup, owner, Buffer.from(old))
  const { documentId } = from
  const to = await upload(setup, owner, Buffer.from(next), { documentId })
  return { documentId, from: from.versionId, to: to.versionId }
}

type Made = Awaited<ReturnType<typeof makeVersions>>

async function compare({ documentId, from, to }: Made, user = owner) {
  const path = `/api/dms/documents/${documentId}/compare?from=${from}&to=${to}&text=true`
  return call(setup, user, 'GET', path)
}

const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join('')

it('compares the text of two versions, line by line', async () => {
  const made = await makeVersions('one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')
  expect((await compare(made)).body['text']).toEqual({ status: 'PENDING', hunks: [] })
  await renderAll()

  expect((await compare(made)).body['text']).toEqual({
    status: 'COMPARED',
    hunks: [
      {
        fromLine: 1,
        toLine: 1,
        lines: [
          { change: 'same', text: 'one' },
          { change: 'removed', text: 'two' },
          { change: 'added', text: '2' },
          { change: 'same', text: 'three' },
          { change: 'added', text: 'four' },
        ],
      },
    ],
  })
})

it('answers soon, also for texts that have nothing in common', async () => {
  const made = await makeVersions(lines(30_000, 'a'), lines(30_000, 'b'))
  await renderAll()

  const { body } = await compare(made)

  expect(body['text']).toEqual({ status: 'TOO_LARGE', hunks: [] })
}, 30_000)

it('shows as much as anybody reads', async () => {
  const old = Array.from({ length: 3_000 }, (_, index) => `${index}${'\n'.repeat(9)}`).join('')
  const made = await makeVersions(old, old.replaceAll(/(\d+)/g, '$1x'))
  await renderAll()

  const text = (await compare(made)).body['text'] as { status: string; hunks: object[] }

  expect(text.status).toMatch(/TRUNCATED|TOO_LARGE/)
  expect(text.hunks.length).toBeLessThan(300)
})

it('[DMS-07] is not for those who see marked pages alone, and on the record', async () => {
  const made = await makeVersions('a\n', 'b\n')
  await renderAll()
  const reader = setup.makeUser()
  const principal = { kind: 'user', id: reader.id }
  const entries = [{ principal, allow: ['read'], watermark: true }]
  const list = `/api/dms/documents/${made.documentId}/acl`
  await call(setup, owner, 'PUT', list, { inherit: true, entries })

  expect(await compare(made, reader)).toMatchObject({ status: 403 })
  await compare(made)
  const audit = await call(setup, owner, 'GET', `/api/dms/documents/${made.documentId}/audit`)
  expect((audit.body['items'] as object[]).slice(0, 3)).toMatchObject([
    { action: 'version.previewed', versionId: made.to, detail: { by: 'comparison' } },
    { action: 'version.previewed', versionId: made.from, detail: { by: 'comparison' } },
    { action: 'document.acl_changed' },
  ])
})
