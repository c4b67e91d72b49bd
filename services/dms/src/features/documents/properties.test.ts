import { afterAll, describe, expect, it } from 'vitest'
import { call, type Setup, setUp, upload } from '../../testing/setup.ts'

const setup: Setup = await setUp()
afterAll(() => setup.close())

const owner = setup.makeUser()
const documents = '/api/dms/documents'

async function make() {
  const { documentId } = await upload(setup, owner)
  const path = `${documents}/${documentId}`
  const change = (properties: unknown, more: object = {}) =>
    call(setup, owner, 'PATCH', path, { properties, ...more })
  const find = async (property: string, user = owner) => {
    const url = `${documents}?property=${encodeURIComponent(property)}`
    const { body } = await call(setup, user, 'GET', url)
    return (body['items'] as { id: string }[]).map(({ id }) => id)
  }
  return { documentId, path, change, find }
}

describe('properties of a document', () => {
  it('have a type, are changed by name, and are found by their value', async () => {
    const { documentId, path, change, find } = await make()
    const party = { type: 'text', value: 'Müller & Söhne: 7' } as const
    const first = await change({
      party,
      amount: { type: 'number', value: 7.5 },
      due: { type: 'date', value: '2028-02-29' },
      paid: { type: 'boolean', value: false },
    })
    expect(first.status).toBe(200)
    for (const property of ['amount:7.5', 'due:2028-02-29', 'paid:false', `party:${party.value}`]) {
      expect([property, await find(property)]).toEqual([property, [documentId]])
    }
    expect(await find('amount:7')).toEqual([])
    expect(await find('other:7.5')).toEqual([])

    const second = await change({ amount: null, paid: { type: 'boolean', value: true } })
    expect(second.body['properties']).toEqual({
      party,
      due: { type: 'date', value: '2028-02-29' },
      paid: { type: 'boolean', value: true },
    })
    expect((await call(setup, owner, 'GET', path)).body).toMatchObject({
      properties: second.body['properties'],
      revision: second.body['revision'],
    })
    expect(await find('amount:7.5')).toEqual([])
  })

  it('[DMS-07] are found by those alone who may see the document', async () => {
    const { documentId, change, find } = await make()
    await change({ secret: { type: 'text', value: 'x' } })
    expect(await find('secret:x')).toEqual([documentId])
    expect(await find('secret:x', setup.makeUser())).toEqual([])
  })

  it.each([
    [{ a: { type: 'number', value: '7' } }],
    [{ a: { type: 'text', value: 7 } }],
    [{ a: { type: 'date', value: '2026-02-31' } }],
    [{ a: { type: 'date', value: '31.1.2026' } }],
    [{ a: 'x' }],
    [{ 'a:b': { type: 'text', value: 'x' } }],
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`p${n}`, null]))],
  ])('refuse %j', async (properties) => {
    const { change } = await make()
    expect(await change(properties)).toMatchObject({
      status: 400,
      body: { code: 'dms.invalid_request' },
    })
  })

  it('are fifty at most, however they came', async () => {
    const { change } = await make()
    const some = (from: number, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`p${from + n}`, { type: 'number', value: n }]),
      )
    expect((await change(some(0, 50))).status).toBe(200)
    expect(await change(some(50, 1))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/properties' }] },
    })
  })

  it('keep both changes of two who change different ones at once', async () => {
    const { path, change } = await make()
    const names = Array.from({ length: 10 }, (_, n) => `p${n}`)
    await Promise.all(names.map((name) => change({ [name]: { type: 'number', value: 1 } })))
    const { body } = await call(setup, owner, 'GET', path)
    expect(Object.keys(body['properties'] as object).toSorted()).toEqual(names)
  })
})
