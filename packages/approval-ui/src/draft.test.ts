import { expect, it } from 'vitest'
import { toDraft } from './draft.ts'
import { ApprovalProblem } from './problem.ts'

const nothing = { action: undefined, entries: {}, remark: '', files: [], pending: [] }
const lost = {
  text: 'a',
  attachments: [],
  idempotencyKey: 'k',
  problem: new ApprovalProblem({ code: 'network', status: 0, title: 'No answer' }),
}

it('is nothing where nothing was written, also in a form that was opened', () => {
  expect(toDraft(nothing)).toBeUndefined()
  const entries = { targets: ['initiator'], resubmitMode: 'rerun' as const }
  expect(toDraft({ ...nothing, action: 'return', entries })).toBeUndefined()
})

it('is what was written, with the remarks of which it is not known that they got through', () => {
  const written = {
    ...nothing,
    action: 'reject',
    entries: { comment: 'Late' },
    remark: 'b',
    pending: [lost],
  } as const
  expect(toDraft(written)).toEqual(written)
  expect(toDraft({ ...nothing, pending: [{ ...lost, problem: undefined }] })).toBeDefined()
  expect(toDraft({ ...nothing, action: 'approve', remark: 'b' })?.action).toBeUndefined()
})
