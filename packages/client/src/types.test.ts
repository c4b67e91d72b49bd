import { expectTypeOf, it } from 'vitest'
import type { components } from './generated/bpm.ts'
import { createClient } from './client.ts'
import { download } from './download.ts'
import type { CallOptions, KeyedCallOptions } from './options.ts'
import { itemsOf } from './pages.ts'

// Nothing is called: the compiler is what fails.
const { bpm, dms, iam } = createClient({ baseUrl: 'https://platform.example' })
type Schemas = components['schemas']

it('takes and gives what the documents say', () => {
  const start = bpm.startProcessInstance
  expectTypeOf(start).returns.resolves.toEqualTypeOf<Schemas['ProcessInstance']>()
  expectTypeOf<Parameters<typeof start>[0]['body']['variables']>().toEqualTypeOf<{
    [key: string]: unknown
  }>()
  expectTypeOf(bpm.getTask).parameter(0).toEqualTypeOf<{ path: { taskNo: string } }>()
  expectTypeOf(dms.deleteFolder).returns.resolves.toEqualTypeOf<void>()
  expectTypeOf(dms.downloadVersion).returns.resolves.toEqualTypeOf<Response>()
  expectTypeOf(iam.getMe).toBeCallableWith()
})

it('refuses what the documents do not have', () => {
  // @ts-expect-error a task is named by its number
  expectTypeOf(bpm.getTask).toBeCallableWith({})
  // @ts-expect-error no such box
  expectTypeOf(bpm.listTasks).toBeCallableWith({ query: { box: 'other' } })
  // @ts-expect-error no such operation
  expectTypeOf(bpm.approveEverything).toBeFunction()
})

it('takes a key where the service reads one in a header, and nowhere else', () => {
  const task = { path: { taskNo: 'T-1' }, body: {} }
  expectTypeOf(bpm.claimTask).toBeCallableWith(task, { idempotencyKey: 'mine' })
  expectTypeOf(dms.initiateUpload).parameter(1).toEqualTypeOf<KeyedCallOptions | undefined>()
  // Its key is a member of the body.
  expectTypeOf(bpm.startProcessInstance).parameter(1).toEqualTypeOf<CallOptions | undefined>()
  const invitation = { path: { id: '1' } }
  // @ts-expect-error the service would not look at it
  expectTypeOf(iam.acceptInvitation).toBeCallableWith(invitation, { idempotencyKey: 'mine' })
})

it('gives the items of a list, and no pages of what has none', () => {
  const tasks = () => itemsOf(bpm.listTasks, { query: { box: 'todo' } })
  type Task = ReturnType<typeof tasks> extends AsyncGenerator<infer Item> ? Item : never
  expectTypeOf<Task['taskNo']>().toEqualTypeOf<string>()
  // @ts-expect-error one task is no list
  const wrong = () => itemsOf(bpm.getTask, { path: { taskNo: 'T-1' } })
  // @ts-expect-error an operation that answers in JSON has no bytes
  const noBytes = () => download(bpm.getTask, { path: { taskNo: 'T-1' } })
  expectTypeOf(wrong).toBeFunction()
  expectTypeOf(noBytes).toBeFunction()
})
