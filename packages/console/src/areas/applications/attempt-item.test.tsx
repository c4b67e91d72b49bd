import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { AttemptItem } from './attempt-item.tsx'

beforeAll(() => speak('en', 'applications'))

const attempt = {
  attemptedAt: '2026-11-24T08:00:00.000Z',
  durationMs: 12,
  outcome: 'failed',
  httpStatus: 500,
}
const hidden = 'What a private address answers is not shown.'

it('shows an answer as the text that it is', async () => {
  const responseExcerpt = '<img src=x onerror="document.title = 1"> closed today'
  await show(<AttemptItem attempt={{ ...attempt, responseExcerpt }} />, makeCache())
  expect(screen.getByRole('region', { name: 'What the application answered' }).textContent).toBe(
    responseExcerpt,
  )
  expect(says(hidden)).toBe(false)
})

it('says why there is none of a private address', async () => {
  await show(<AttemptItem attempt={{ ...attempt, responseExcerpt: null }} />, makeCache())
  expect(says(hidden)).toBe(true)
})

it('says nothing of an answer where nobody answered', async () => {
  const unanswered = { ...attempt, outcome: 'timeout', httpStatus: null, responseExcerpt: null }
  await show(<AttemptItem attempt={unanswered} />, makeCache())
  expect(says(hidden)).toBe(false)
})
