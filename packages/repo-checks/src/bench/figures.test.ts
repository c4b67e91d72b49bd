import { expect, it } from 'vitest'
import { compareFigures } from './compare.ts'
import { readFigures } from './figures.ts'

const printed = `Machine: one, 2 cores.

| | count | per CPU second | p50 ms |
| --- | ---: | ---: | ---: |
| client credentials | 12,345 | 1723 | 4.5 |
| refreshes | 400 | **389** | - |

Said between tables: 12.

| ratio | is | at least | |
| --- | ---: | ---: | --- |
| raw / ours | 0.71 | 0.65 | holds |

| instances | workers | | events/s |
| --- | --- | --- | ---: |
| 100 | 1 | lanes | 10 |
| 100 | 2 | lanes | 20 |
`

it('the figures of a benchmark are the numbers in its tables, under the words of row and column', () => {
  expect(readFigures('iam', printed).map((one) => Object.values(one).join(' · '))).toEqual([
    'iam · client credentials · count · 12345',
    'iam · client credentials · per CPU second · 1723',
    'iam · client credentials · p50 ms · 4.5',
    'iam · refreshes · count · 400',
    'iam · refreshes · per CPU second · 389',
    'iam · raw / ours · is · 0.71',
    'iam · 100, lanes · workers · 1',
    'iam · 100, lanes · events/s · 10',
    'iam · 100, lanes (2) · workers · 2',
    'iam · 100, lanes (2) · events/s · 20',
  ])
})

it('two runs are compared figure by figure, and what only one of them has is told', () => {
  const figure = (what: string, value: number) => ({ bench: 'iam', what, measure: 'p50 ms', value })
  expect(
    compareFigures([figure('a', 2), figure('b', 1), figure('new', 3)], {
      figures: [figure('a', 1), figure('b', 0), figure('gone', 4)],
    }),
  ).toEqual([
    { ...figure('a', 2), before: 1, ratio: 2 },
    { ...figure('b', 1), before: 0, ratio: undefined },
    { ...figure('new', 3), before: undefined, ratio: undefined },
    { ...figure('gone', 4), value: undefined, before: 4, ratio: undefined },
  ])
})
