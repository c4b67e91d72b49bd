import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

interface Found {
  readonly id: string
  readonly snippet?: string
}

async function search(q: string, user = owner, more = ''): Promise<readonly Found[]> {
  const path = `/api/dms/documents?q=${encodeURIComponent(q)}${more}`
  const { status, body } = await call(setup, user, 'GET', path)
  expect([status, body['code']]).toEqual([200, undefined])
  return body['items'] as Found[]
}

async function add(text: string, more: object = {}) {
  const made = await upload(setup, owner, Buffer.from(text), { fileName: 'file.txt', ...more })
  while ((await renderDue(setup.deps)) > 0);
  return made
}

const allow = (documentId: string, entries: object[]) =>
  call(setup, owner, 'PUT', `/api/dms/documents/${documentId}/acl`, { inherit: true, entries })

const ids = (found: readonly Found[]) => found.map(({ id }) => id)

describe('search', () => {
  it.each([
    ['a word of the text', 'zebra', 'Where the Zebra sleeps.'],
    ['the beginning of one', 'girAF', 'a giraffe'],
    ['two words apart', 'lion tiger', 'the lion met\na tiger'],
    ['two characters of a run without spaces', '合同', '本采购合同由双方签订'],
    ['a single one', '鲸', '蓝鲸'],
    ['a longer run', '采购合同', '本采购合同由双方签订'],
    ['a word with digits', 'inv2024', 'see INV2024/7'],
  ])('finds %s', async (_, query, text) => {
    const { documentId } = await add(text)
    expect(ids(await search(query))).toContain(documentId)
  })

  it('finds any part of the words of title, tags and file name', async () => {
    const more = { title: 'Quarterly overview', tags: ['budget-plan'], fileName: 'umbrella.txt' }
    const { documentId } = await add('', more)
    for (const query of ['arter', 'overview quarterly', 'udget', 'brell']) {
      expect([query, ids(await search(query))]).toEqual([query, [documentId]])
    }
    await call(setup, owner, 'PATCH', `/api/dms/documents/${documentId}`, { title: 'Renamed' })
    expect(await search('arter')).toEqual([])
    expect(ids(await search('renam'))).toEqual([documentId])
  })

  it('finds nothing by what is no word, and everything that is meant literally', async () => {
    for (const query of ['%', "'", ':*', '& |', '\\', '"']) {
      expect([query, await search(query)]).toEqual([query, []])
    }
    expect((await search("zebra' | 'lion")).length).toBe(0)
  })

  it('knows the newest version alone', async () => {
    const { documentId } = await add('the word is oldtimer')
    await add('the word is newcomer', { documentId })

    expect(ids(await search('newcomer'))).toEqual([documentId])
    expect(await search('oldtimer')).toEqual([])
  })

  it('[DMS-07] answers what the reader may see, and nothing else', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const open = await add(`${word} for all`)
    const closed = await add(`${word} for few`)
    const reader = setup.makeUser()
    await allow(open.documentId, [{ principal: { kind: 'user', id: reader.id }, allow: ['read'] }])

    expect(ids(await search(word, reader))).toEqual([open.documentId])
    expect(ids(await search(word))).toEqual([closed.documentId, open.documentId])
    const outsider = setup.makeUser({ tenantId: randomUUID() })
    expect(await search(word, outsider)).toEqual([])
  })

  it('[DMS-07] finds nothing by a text that the reader may not have', async () => {
    const [word, name] = [`w${randomUUID().slice(0, 8)}`, `n${randomUUID().slice(0, 8)}`]
    const { documentId, versionId } = await add(`${word} was said`, { title: name })
    const [reader, writer] = [setup.makeUser(), setup.makeUser()]
    await allow(documentId, [
      { principal: { kind: 'user', id: reader.id }, allow: ['read'] },
      { principal: { kind: 'user', id: writer.id }, allow: ['write'] },
    ])
    const found = async (q: string) => {
      const lists = [await search(q), await search(q, writer), await search(q, reader)]
      return lists.map((list) => list.length)
    }
    const change = (values: RawBuilder<unknown>) =>
      sql`update document_versions set ${values}
        where tenant_id = ${setup.tenantId} and id = ${versionId}`.execute(setup.db)

    expect(await found(word)).toEqual([1, 1, 1])
    await change(sql`status = 'ARCHIVED'`)
    expect([await found(word), await found(name)]).toEqual([
      [1, 1, 0],
      [1, 1, 1],
    ])
    await change(sql`status = 'DRAFT', scan_status = 'INFECTED', scan_result = 'Test.Virus'`)
    expect([await found(word), await found(name)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
  })

  it('says where, as text', async () => {
    const { documentId } = await add(`${'filler '.repeat(50)}<b>needle</b> & hay`)
    const found = await search('needle')
    expect(found).toMatchObject([{ id: documentId }])
    expect(found[0]?.snippet).toContain('<b>needle</b> & hay')
    expect(found[0]?.snippet?.length).toBeLessThanOrEqual(200)
  })

  it('[DMS-07] quotes no text to those who see marked pages alone', async () => {
    const { documentId } = await add('a marker in the text')
    const reader = setup.makeUser()
    const principal = { kind: 'user', id: reader.id }
    await allow(documentId, [{ principal, allow: ['read'], watermark: true }])

    const [found] = await search('marker', reader)

    expect(found).toMatchObject({ id: documentId })
    expect(found).not.toHaveProperty('snippet')
  })

  it('[DMS-15] is in the audit where it quotes a text, without what was searched for', async () => {
    const word = `q${randomUUID().slice(0, 8)}`
    const made = [await add(`${word} one`), await add(`${word} two`)]
    const untold = await add('no such word', { title: word })
    await search(word)

    const audit = async (documentId: string) => {
      const path = `/api/dms/documents/${documentId}/audit?limit=1`
      return (await call(setup, owner, 'GET', path)).body['items'] as object[]
    }
    for (const { documentId, versionId } of made) {
      const [entry] = await audit(documentId)
      expect(entry).toMatchObject({
        action: 'version.previewed',
        actor: { kind: 'user', id: owner.id },
        versionId,
        detail: { by: 'search' },
      })
      expect(JSON.stringify(entry)).not.toContain(word)
    }
    expect(await audit(untold.documentId)).toMatchObject([{ action: 'version.created' }])
  })

  it('[DMS-15] quotes nothing, and says so of nobody, where it is not asked to', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const { documentId } = await add(`${word} one`)
    const { body } = await call(setup, owner, 'GET', `/api/dms/documents?q=${word}&snippets=false`)
    const [found] = body['items'] as Found[]
    expect(found).toMatchObject({ id: documentId })
    expect(found).not.toHaveProperty('snippet')
    const audit = await call(setup, owner, 'GET', `/api/dms/documents/${documentId}/audit?limit=1`)
    expect(audit.body['items']).not.toMatchObject([{ action: 'version.previewed' }])
  })

  it('goes page by page', async () => {
    const word = `p${randomUUID().slice(0, 8)}`
    const made: string[] = []
    for (let index = 0; index < 3; index += 1) made.unshift((await add(word)).documentId)

    const path = `/api/dms/documents?q=${word}&limit=2`
    const first = await call(setup, owner, 'GET', path)
    const cursor = String(first.body['nextCursor'])
    const second = await call(setup, owner, 'GET', `${path}&cursor=${cursor}`)

    const pages = [first, second].map(({ body }) => ids(body['items'] as Found[]))
    expect(pages).toEqual([made.slice(0, 2), made.slice(2)])
  })
})
