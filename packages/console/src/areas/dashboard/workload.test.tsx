import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { open, speak } from '../../testing/page.tsx'
import { signInFirst } from '../../testing/signed-in.ts'
import { Workload } from './workload.tsx'

signInFirst()
beforeAll(() => speak('en', 'dashboard'))

const spread = { median: 20, p90: 36 }
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )

it('says nothing of how long few people took', async () => {
  const workload = { people: 5, decided: spread, backlog: spread, medianSeconds: null }
  await open('/', { '/': () => <Workload workload={workload} /> })
  await screen.findByRole('table')
  expect(rows().map(([, ...figures]) => figures)).toEqual([
    ['20', '36'],
    ['20', '36'],
    ['–', '–'],
  ])
})
