import type { components } from '@countersign/client/bpm'
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { open, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { all, ann } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Simulation } from './queries.ts'
import { SimulationsPage } from './simulations-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const id = '0199f0a2-4d1c-7aa0-8000-0000000000d1'
const other = '0199f0a2-4d1c-7aa0-8000-0000000000d2'
const then = '2026-11-21T12:00:00.000Z'
const definition: components['schemas']['Definition'] = {
  id,
  bizType: 'expense',
  key: 'expense',
  version: 1,
  name: 'Expense',
  status: 'PUBLISHED',
  revision: 1,
  createdBy: ann.id,
  createdAt: then,
  updatedBy: ann.id,
  updatedAt: then,
  publishedAt: then,
  retiredAt: null,
  tree: null,
  imported: [],
}
const simulation = (definitionId: string): Simulation => ({
  id: 'sim',
  definition: { id: definitionId, key: 'expense', version: 1, revision: 1 },
  from: then,
  until: then,
  status: 'RUNNING',
  total: 1,
  done: 0,
  outcomes: { same: 0, otherPeople: 0, otherResult: 0, open: 0, stuck: 0 },
  tasks: { before: 0, after: 0 },
  createdBy: ann,
  createdAt: then,
  endedAt: null,
})

beforeEach(() => {
  give('get', '/api/bpm/v1/definitions/{id}', definition)
  give('get', '/api/bpm/v1/simulations', all(simulation(id)))
  give('get', '/api/bpm/v1/simulations/{id}', simulation(id))
})

const openPage = (search = '') =>
  open(`/processes/${id}/simulations${search}`, {
    '/processes/$definitionId/simulations': SimulationsPage,
  })

it('counts a single approval as one', async () => {
  await openPage()
  expect(await screen.findByText('0 of 1 approval')).toBeDefined()
})

it('shows nothing of a simulation of another definition', async () => {
  give('get', '/api/bpm/v1/simulations/{id}', simulation(other))
  await openPage('?simulation=sim')
  expect(await screen.findByText('Of another process')).toBeDefined()
  expect(says('0 of 1 approval')).toBe(false)
})

it('asks again for all that failed', async () => {
  refuse('get', '/api/bpm/v1/simulations', { code: 'bpm.unavailable', status: 503 })
  await openPage()
  expect(await screen.findByRole('alert')).toBeDefined()
  give('get', '/api/bpm/v1/simulations', all(simulation(id)))
  const before = askedOf('get', '/api/bpm/v1/definitions/{id}').length
  await press('Try again')
  expect(await screen.findByText('0 of 1 approval')).toBeDefined()
  expect(askedOf('get', '/api/bpm/v1/definitions/{id}').length).toBeGreaterThan(before)
})
