import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'
import type { Entry } from './entries.ts'

const entry: Entry = {
  key: 'iam 1',
  source: 'iam',
  time: '2026-01-31T08:30:00.000Z',
  action: 'user.sign_in',
  outcome: 'failure',
  actor: { kind: 'user', id: 'u-1' },
  object: null,
  address: '10.0.0.1',
  raw: { id: '1' },
}

it('a file has a line for each entry, with people by their names', async () => {
  const text = await toCsv([entry], (id) => `Name of ${id}`).text()
  expect(text.split('\r\n')).toEqual([
    expect.stringContaining('time,source,action,result,actorKind,actorId,actorName'),
    '2026-01-31T08:30:00.000Z,iam,user.sign_in,failure,user,u-1,Name of u-1,,,,10.0.0.1,"{""id"":""1""}"',
    '',
  ])
})

it('spreadsheets calculate nothing that stands in it', async () => {
  const object = { kind: 'approval', id: 'a-1', name: '=HYPERLINK("x")' }
  const text = await toCsv([{ ...entry, source: 'bpm', object }], (id) => id).text()
  expect(text).toContain(`,"'=HYPERLINK(""x"")",`)
})
