import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { all, aSource } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Migration } from '../queries.ts'
import { Migrations } from './migrations.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const path = '/api/dms/storage-sources/{sourceId}/migrations'
const createdAt = '2026-11-18T08:12:00.000Z'
const aMigration = (changes: Partial<Migration> = {}): Migration => ({
  id: 'm-1',
  sourceId: 'old',
  targetId: 'new',
  status: 'RUNNING',
  objects: { copying: 0, failed: 0, gone: 0, switched: 1, waiting: 3 },
  progress: { doneBytes: 1_000_000, doneObjects: 1, totalBytes: 4_000_000, totalObjects: 4 },
  obstacle: null,
  failures: [],
  copiedBytes: 1_000_000,
  waitingBytes: 3_000_000,
  openUploads: 0,
  createdBy: null,
  createdAt,
  updatedAt: createdAt,
  ...changes,
})

const sources = [aSource({ id: 'old', name: 'Disk' }), aSource({ id: 'new', name: 'Bucket' })]

async function open(...migrations: Migration[]) {
  give('get', path, ({ url }) =>
    all(...migrations.filter(({ sourceId }) => url.pathname.includes(`/${sourceId}/`))),
  )
  await show(<Migrations sources={sources} />)
  if (migrations.length > 0) await screen.findByText('Moves between sources')
}

const part = () => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')

describe('what may be done with a move', () => {
  const steps = ['Stop', 'Go on', 'Give up the old copies']

  it.each<[Migration['status'], readonly string[]]>([
    ['RUNNING', ['Stop']],
    ['STOPPED', ['Go on', 'Give up the old copies']],
    ['INCOMPLETE', ['Go on', 'Give up the old copies']],
    ['DONE', ['Give up the old copies']],
    ['RELEASED', []],
  ])('that is %s: %j', async (status, offered) => {
    await open(aMigration({ status }))
    expect(steps.filter((step) => buttons(step).length > 0)).toEqual(offered)
  })

  it('goes on as the same move, from the same source to the same target', async () => {
    await open(aMigration({ status: 'STOPPED' }))
    give('post', path, aMigration())
    await press('Go on')
    await screen.findByText('Done')
    const [asked] = askedOf('post', path)
    expect([asked?.url.pathname, asked?.body]).toEqual([
      '/api/dms/storage-sources/old/migrations',
      { targetId: 'new' },
    ])
  })

  it('says why it could not be stopped', async () => {
    await open(aMigration())
    const stop = `${path}/{migrationId}/stop` as const
    refuse('post', stop, { code: 'dms.conflict', status: 409, title: 'It has ended' })
    await press('Stop')
    await expect.poll(() => says('It has ended')).toBe(true)
  })

  it('gives up the old copies by a second press alone', async () => {
    await open(aMigration({ status: 'DONE' }))
    const release = `${path}/{migrationId}/release` as const
    give('post', release, aMigration({ status: 'RELEASED' }))
    await press('Give up the old copies')
    expect(callsOf('post', release)).toHaveLength(0)
    await press('Give up the old copies')
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    expect(callsOf('post', release)[0]?.url.pathname).toMatch('/old/migrations/m-1/release')
  })
})

describe('how far a move is', () => {
  it('is said by names, objects and bytes, with what failed and what it waits for', async () => {
    await open(
      aMigration({
        objects: { copying: 0, failed: 2, gone: 0, switched: 1, waiting: 1 },
        obstacle: { reason: 'The bucket is full', since: createdAt },
      }),
    )
    for (const words of ['Disk to Bucket', '1 of 4 objects, 1 MB of 4 MB · 2 failed']) {
      expect(says(words)).toBe(true)
    }
    expect(says('The bucket is full')).toBe(true)
    expect(part()).toBe('25')
  })

  it('is all of it where there was nothing to move', async () => {
    const progress = { doneBytes: 0, doneObjects: 0, totalBytes: 0, totalObjects: 0 }
    await open(aMigration({ status: 'DONE', progress }))
    expect(part()).toBe('100')
    expect(says('failed')).toBe(false)
  })

  it('is told of the latest first, and of a target that is gone by its id', async () => {
    const later = { id: 'm-2', sourceId: 'new', targetId: 's-9', createdAt: '2026-11-20T08:00:00Z' }
    await open(aMigration(), aMigration(later))
    await screen.findByText('Bucket to s-9')
    const names = [...document.querySelectorAll('[role=group]')].map((line) =>
      line.getAttribute('aria-label'),
    )
    expect(names).toEqual(['Bucket to s-9', 'Disk to Bucket'])
  })

  it('is not passed over where it could not be read', async () => {
    refuse('get', path, { code: 'dms.unavailable', status: 503 })
    await show(<Migrations sources={sources} />)
    await expect.poll(() => buttons('Try again')).toHaveLength(1)
    give('get', path, ({ url }) => (url.pathname.includes('/old/') ? all(aMigration()) : all()))
    await press('Try again')
    await expect.poll(() => says('Disk to Bucket')).toBe(true)
  })

  it('is nothing to speak of without any', async () => {
    await open()
    await expect.poll(() => callsOf('get', path).length).toBe(2)
    expect(says('Moves between sources')).toBe(false)
  })
})
