import { expect, it } from 'vitest'
import { expressionOf } from '../../core/definition/expression.ts'
import { contentFor } from './content.ts'

const given = { seen: {}, initiatorId: 'ann', usual: { bizId: 'usual', title: 'Usual' } }
const said = (bizId: string, title: string) =>
  contentFor(
    {
      initiator: 'ann',
      bizId: expressionOf(`'${bizId}'`),
      title: expressionOf(`'${title}'`),
      values: [],
    },
    given,
  )

it('[BPM-08] cuts a long title through no character', () => {
  const { title } = said('R-1', `${'x'.repeat(199)}😀`)
  expect(title).toBe('x'.repeat(199))
})

it.each(['.', '..'])('[BPM-23] takes %s for no number', (bizId) => {
  expect(() => said(bizId, 'Rent')).toThrow(
    expect.objectContaining({ code: 'bpm.process_stuck' }) as Error,
  )
})
