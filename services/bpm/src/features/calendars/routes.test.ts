import { beforeEach, describe, expect, it } from 'vitest'
import { createTenant, useService, type TestTenant } from '../../testing/service.testing.ts'

const path = '/api/bpm/v1/calendar'
const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const shanghai = {
  timeZone: 'Asia/Shanghai',
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  holidays: ['2026-10-01'],
  workdays: ['2026-10-10'],
}
const put = (body: unknown, headers = {}, permissions = ['bpm:calendar:write']) =>
  tenant.as('admin', permissions).send('PUT', path, body, headers)

describe('the calendar of a tenant', () => {
  it('is Monday to Friday, nine to five, until one is set', async () => {
    const { status, body } = await tenant.as('employee').get(path)
    expect([status, body['timeZone'], body['revision']]).toEqual([200, 'UTC', 0])
  })

  it('is replaced by whoever may, and only for their tenant', async () => {
    const other = await createTenant(service())
    expect((await put(shanghai)).body).toMatchObject({ ...shanghai, revision: 1 })
    expect((await tenant.as('employee').get(path)).body).toMatchObject(shanghai)
    expect((await other.as('employee').get(path)).body['timeZone']).toBe('UTC')
    expect((await put(shanghai, {}, [])).status).toBe(403)
  })

  it('is not written over by somebody who has read another one', async () => {
    await put(shanghai)
    expect((await put(shanghai, { 'if-match': '"0"' })).status).toBe(412)
    expect((await put(shanghai, { 'if-match': '"1"' })).body['revision']).toBe(2)
  })

  it('has one winner when two write it first', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => put({ ...shanghai, revision: 0 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })

  it.each([
    [{ timeZone: 'Mars/Phobos' }, '/timeZone'],
    [{ timeZone: '2026-01-01T00:00[Asia/Shanghai]' }, '/timeZone'],
    [{ holidays: ['2026-02-30'] }, '/holidays/0'],
    [{ workdays: ['2026-02-30'] }, '/workdays/0'],
    [{ hours: [{ day: 1, from: '17:00', to: '09:00' }] }, '/hours/0'],
    [
      {
        hours: [
          { day: 1, from: '09:00', to: '12:00' },
          { day: 1, from: '11:00', to: '17:00' },
        ],
      },
      '/hours/1',
    ],
  ])('refuses %j', async (wrong, pointer) => {
    const { status, body } = await put({ ...shanghai, ...wrong })
    expect([status, body['code']]).toEqual([422, 'bpm.calendar_invalid'])
    expect(body['errors']).toMatchObject([{ pointer }])
  })
})
