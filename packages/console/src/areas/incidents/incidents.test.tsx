import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCache, open, show, speak } from '../../testing/page.tsx'
import { buttons, fill, press, says } from '../../testing/person.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { FailingStarts } from './failing-starts.tsx'
import { IncidentDialog } from './incident-dialog.tsx'
import { IncidentFilters } from './incident-filters.tsx'
import { IncidentTable } from './incidents-page.tsx'
import type { Incident } from './kinds.ts'
import { OpenIncidentCount } from './open-incident-count.tsx'
import { readIncidentSearch } from './search.ts'

signInFirst()
beforeAll(() => speak('en', 'incidents'))

const anIncident = (more: Partial<Incident> = {}): Incident => ({
  id: 'n-1',
  kind: 'nobody_found',
  state: 'open',
  bizType: 'travel',
  instance: { id: 'i-1', bizId: 'T-1', title: 'Trip to Hannover' },
  node: { id: 'a', name: 'Manager approval' },
  taskNo: null,
  migrationId: null,
  eventId: null,
  code: 'nobody_found',
  parameters: {},
  attempts: 0,
  raisedAt: '2026-11-20T09:30:00.000Z',
  resolvedAt: null,
  resolution: null,
  resolvedBy: null,
  reason: null,
  ...more,
})

const list = '/api/bpm/v1/incidents'
const types = () => give('get', '/api/bpm/v1/biz-types', { items: [], nextCursor: null })

it('a filter is no step to come back from', async () => {
  types()
  const page = () => <IncidentFilters search={{}} />
  const { history } = await open('/incidents', { '/incidents': page })
  const [state] = document.querySelectorAll('select')
  if (state === undefined) throw new Error('nothing can be chosen')
  await act(async () => void fireEvent.change(state, { target: { value: 'all' } }))
  await expect.poll(() => history.location.search).toBe('?state=all')
  expect(history.length).toBe(1)
})

describe('the list of what is stuck', () => {
  const open = () => {
    types()
    return show(<IncidentTable search={{}} />, makeCache())
  }

  it('shows the open ones, and opens one', async () => {
    give('get', list, { items: [anIncident()], nextCursor: null })
    await open()
    await expect.poll(() => says('Nobody found')).toBe(true)
    expect(says('Manager approval')).toBe(true)
    expect(askedOf('get', list)[0]?.url.searchParams.get('state')).toBe('open')
  })

  it('tries one again at once, without opening it', async () => {
    give('get', list, { items: [anIncident()], nextCursor: null })
    await open()
    give('post', `${list}/{id}/retry`, anIncident({ state: 'resolved', resolution: 'retried' }))
    await expect.poll(() => buttons('Try again: Trip to Hannover')).toHaveLength(1)
    await press('Try again: Trip to Hannover')
    await expect.poll(() => says('It works again')).toBe(true)
    expect(askedOf('post', `${list}/{id}/retry`)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => askedOf('get', list).length).toBe(2)
  })

  it('says why one is stuck as before', async () => {
    give('get', list, { items: [anIncident()], nextCursor: null })
    await open()
    const problem = {
      code: 'bpm.incident_persists',
      status: 409,
      title: 'The approval is still stuck',
    }
    refuse('post', `${list}/{id}/retry`, problem)
    await expect.poll(() => buttons('Try again: Trip to Hannover')).toHaveLength(1)
    await press('Try again: Trip to Hannover')
    await expect.poll(() => says('The approval is still stuck')).toBe(true)
  })

  it('offers nothing where it is over', async () => {
    give('get', list, { items: [anIncident({ state: 'resolved' })], nextCursor: null })
    await open()
    await expect.poll(() => says('Nobody found')).toBe(true)
    expect(buttons('Try again: Trip to Hannover')).toEqual([])
  })

  it('says so where nothing is', async () => {
    give('get', list, { items: [], nextCursor: null })
    await open()
    await expect.poll(() => says('Nothing is stuck')).toBe(true)
  })

  it('says so where it cannot be read', async () => {
    refuse('get', list, { code: 'bpm.internal_error', status: 500, title: 'Broken' })
    await open()
    await expect.poll(() => buttons('Try again')).toHaveLength(1)
  })

  it('is filtered by what the address says, and by nothing that it cannot mean', () => {
    expect(readIncidentSearch({ kind: 'no_way_on', state: 'all', bizType: 'travel' })).toEqual({
      kind: 'no_way_on',
      state: 'all',
      bizType: 'travel',
    })
    expect(readIncidentSearch({ kind: 'else', state: 7 })).toEqual({})
  })
})

describe('starts that could not be made', () => {
  const path = '/api/bpm/v1/start-schedules'
  const signalled = '/api/bpm/v1/signal-starts'
  beforeEach(() => give('get', signalled, { items: [], nextCursor: null }))
  const schedule = {
    id: 's-1',
    definition: { id: 'd-1', key: 'rent', version: 2, name: 'Rent' },
    node: 'timed',
    bizType: 'expense',
    state: 'failing',
    dueAt: '2026-11-20T09:30:00.000Z',
    lastDueAt: null,
    lastInstanceId: null,
    missed: 0,
    attempts: 3,
    failedAt: '2026-11-20T09:31:00.000Z',
    code: 'bpm.start_initiator_unknown',
    error: 'Nobody is called ann.',
  } as const

  it('are told with the reason, and tried again', async () => {
    give('get', path, { items: [schedule], nextCursor: null })
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => says('whoever it is started for is no active member')).toBe(true)
    expect(askedOf('get', path)[0]?.url.searchParams.get('state')).toBe('failing')
    give('post', `${path}/{id}/retry`, { ...schedule, state: 'waiting', code: null })
    await press('Try again: Rent')
    await expect.poll(() => says('“Rent” is started')).toBe(true)
    await expect.poll(() => askedOf('get', path).length).toBe(2)
  })

  it('that could not be read are no reason to say nothing, and are read again', async () => {
    refuse('get', path, { code: 'bpm.unavailable', status: 503 })
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => buttons('Try again')).toHaveLength(1)
    give('get', path, { items: [schedule], nextCursor: null })
    await press('Try again')
    await expect.poll(() => buttons('Try again: Rent')).toHaveLength(1)
    expect(says('bpm.unavailable')).toBe(false)
  })

  it('are skipped with a reason, each by the moment that is meant', async () => {
    give('get', path, { items: [schedule], nextCursor: null })
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => buttons('Skip: Rent')).toHaveLength(1)
    await press('Skip: Rent')
    fill('Reason', 'Paid by hand')
    give('post', `${path}/{id}/skip`, { ...schedule, state: 'waiting', code: null })
    await press('Skip')
    await expect.poll(() => says('“Rent” is skipped')).toBe(true)
    const [asked] = askedOf('post', `${path}/{id}/skip`)
    expect(asked?.body).toEqual({ dueAt: schedule.dueAt, reason: 'Paid by hand' })
  })

  it('by signals are told with the signal, tried again and skipped alike', async () => {
    const { id, definition, node, bizType, attempts, failedAt, error } = schedule
    const thrown = { id: 'g-1', name: 'rates.changed', thrownAt: '2026-11-20T09:30:00.000Z' }
    const failing = {
      id,
      definition,
      node,
      bizType,
      attempts,
      failedAt,
      error,
      signal: thrown,
      state: 'failing',
      instanceId: null,
      code: 'bpm.start_by_signal_refused',
    } as const
    give('get', path, { items: [], nextCursor: null })
    give('get', signalled, { items: [failing], nextCursor: null })
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => says('signal “rates.changed”')).toBe(true)
    expect(says('the application has not allowed starts by signals')).toBe(true)
    give('post', `${signalled}/{id}/retry`, { ...failing, state: 'started', code: null })
    await press('Try again: Rent')
    await expect.poll(() => says('“Rent” is started')).toBe(true)
    await press('Skip: Rent')
    fill('Reason', 'No audit this year')
    give('post', `${signalled}/{id}/skip`, { ...failing, state: 'skipped', code: null })
    await press('Skip')
    await expect.poll(() => says('“Rent” is skipped')).toBe(true)
    expect(askedOf('post', `${signalled}/{id}/skip`)[0]?.body).toEqual({
      reason: 'No audit this year',
    })
  })

  it('are read on where there are more, of both kinds at once', async () => {
    const rest = (id: string) => ({
      items: [{ ...schedule, id, definition: { ...schedule.definition, name: id } }],
      nextCursor: null,
    })
    give('get', path, ({ url }) =>
      url.searchParams.get('cursor') === 'more'
        ? rest('Insurance')
        : { items: [schedule], nextCursor: 'more' },
    )
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => buttons('Try again: Rent')).toHaveLength(1)
    expect(buttons('Try again: Insurance')).toEqual([])
    await press('Show more')
    await expect.poll(() => buttons('Try again: Insurance')).toHaveLength(1)
    expect(buttons('Try again: Rent')).toHaveLength(1)
    expect(buttons('Show more')).toEqual([])
    expect(askedOf('get', signalled)).toHaveLength(1)
  })

  it('are told in the words of the service where there are no others', async () => {
    give('get', path, { items: [{ ...schedule, code: 'bpm.internal_error' }], nextCursor: null })
    await show(<FailingStarts />, makeCache())
    await expect.poll(() => says('Nobody is called ann.')).toBe(true)
    refuse('post', `${path}/{id}/retry`, {
      code: 'bpm.internal_error',
      status: 500,
      title: 'Broken as before',
    })
    await press('Try again: Rent')
    await expect.poll(() => says('Broken as before')).toBe(true)
  })
})

describe('one incident', () => {
  const onClose = vi.fn<() => void>()
  const open = (incident = anIncident()) => {
    onClose.mockClear()
    types()
    return show(<IncidentDialog incident={incident} onClose={onClose} />, makeCache())
  }

  it('is tried again', async () => {
    await open()
    give('post', `${list}/{id}/retry`, anIncident({ state: 'resolved', resolution: 'retried' }))
    await press('Try again')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(says('It works again')).toBe(true)
  })

  it('stays, with the reason, where it is stuck as before', async () => {
    await open()
    refuse('post', `${list}/{id}/retry`, {
      code: 'bpm.incident_persists',
      status: 409,
      title: 'The approval is still stuck',
    })
    await press('Try again')
    await expect.poll(() => says('bpm.incident_persists')).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is dealt with by who says why', async () => {
    await open()
    await press('Mark as dealt with')
    expect(askedOf('post', `${list}/{id}/resolve`)).toHaveLength(0)
    give('post', `${list}/{id}/resolve`, anIncident({ state: 'resolved', resolution: 'manual' }))
    fill('Reason', ' HR knows ')
    await press('Mark as dealt with')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('post', `${list}/{id}/resolve`)[0]?.body).toEqual({ reason: 'HR knows' })
  })

  it('that is over tells how, and offers nothing', async () => {
    const over = {
      state: 'resolved',
      resolution: 'gone',
      resolvedBy: { id: 'b', name: 'Bob' },
    } as const
    await open(anIncident(over))
    expect(says('The approval went on, Bob')).toBe(true)
    expect(buttons('Try again')).toEqual([])
  })
})

it('counts for administrators what is open', async () => {
  give('get', `${list}/counts`, { open: 120, kinds: [] })
  await show(<OpenIncidentCount />, makeCache())
  expect(await screen.findByText('99+')).toBeTruthy()
})
