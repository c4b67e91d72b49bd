import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { speak } from '../../../testing/page.tsx'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { currentToasts, hideToast } from '../../../shared/toasts/toasts.ts'
import { aTask } from '../../../testing/samples.ts'
import { hasLeft, tellDecided } from './after-decision.ts'

signInFirst()
beforeAll(() => speak('en', 'inbox'))
beforeEach(() => {
  for (const { id } of currentToasts()) hideToast(id)
})

const path = '/api/bpm/v1/tasks/{taskNo}/take-back'
const decided = {
  action: 'approve',
  taskNo: 'T-1',
  taskStatus: 'APPROVED',
  instanceId: 'i',
  instanceStatus: 'RUNNING',
  title: 'Trip',
  allowedActions: ['take-back'],
} as const

it.each([
  ['approve', true],
  ['delegate', true],
  ['claim', false],
  ['add-sign', false],
])('a task that was acted on by %s has left: %s', (action, has) => {
  expect(hasLeft({ action })).toBe(has)
})

it('what was decided is said, and taken back by a press where that is possible', async () => {
  give('post', path, { ...aTask('T-2'), allowedActions: [] } as never)
  const onUndone = vi.fn<(task: { readonly taskNo: string }) => void>()
  tellDecided(decided, onUndone)
  const [toast] = currentToasts()
  expect([toast?.text, toast?.action?.label]).toEqual(['Approved: Trip', 'Undo'])
  toast?.action?.run()
  await expect.poll(() => onUndone.mock.calls).toMatchObject([[{ taskNo: 'T-2' }]])
  expect(askedOf('post', path)).toHaveLength(1)
})

it('what cannot be taken back is said alone; a refusal to take back is told', async () => {
  tellDecided({ ...decided, allowedActions: [] }, vi.fn<() => void>())
  expect(currentToasts()[0]?.action).toBeUndefined()
  refuse('post', path, { status: 409, code: 'bpm.action_not_allowed' })
  const onUndone = vi.fn<() => void>()
  tellDecided(decided, onUndone)
  currentToasts().at(-1)?.action?.run()
  await expect.poll(() => currentToasts().at(-1)?.tone).toBe('bad')
  expect(onUndone).not.toHaveBeenCalled()
})
