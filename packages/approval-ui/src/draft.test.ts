import { expect, it } from 'vitest'
import { toDraft } from './draft.ts'
import { ApprovalProblem } from './problem.ts'

const nothing = { action: undefined, entries: {}, remark: '', files: [] }
const plan = { documentId: 'd', versionId: 'v', name: 'Plan.pdf' }
const pending = (text: string, isLost: boolean) => ({
  text,
  attachments: [plan],
  idempotencyKey: 'k',
  problem: isLost
    ? new ApprovalProblem({ code: 'network', status: 0, title: 'No answer' })
    : undefined,
})

it('is nothing where nothing was written, also in a form that was opened', () => {
  expect(toDraft(nothing, [])).toBeUndefined()
  const entries = { targets: ['initiator'], resubmitMode: 'rerun' as const }
  expect(toDraft({ ...nothing, action: 'return', entries }, [])).toBeUndefined()
  expect(toDraft(nothing, [pending('On its way', false)])).toBeUndefined()
})

it('is what was written, with the remarks that did not get through', () => {
  const written = {
    ...nothing,
    action: 'reject',
    entries: { comment: 'Late' },
    remark: 'b',
  } as const
  expect(toDraft(written, [pending('a', true)])).toEqual({
    ...written,
    remark: 'a\nb',
    files: [plan],
  })
  expect(toDraft({ ...nothing, action: 'approve', remark: 'b' }, [])?.action).toBeUndefined()
})
