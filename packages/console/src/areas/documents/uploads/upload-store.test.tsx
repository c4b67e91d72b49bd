import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, json, noAnswer, type Call } from '../../../testing/network.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { aFile, begun, part, takeUploads } from '../../../testing/uploads.ts'
import {
  cancelUpload,
  forgetFinished,
  retryUpload,
  startUploads,
  useUploads,
} from './upload-store.ts'

signInFirst()

const place = { folderId: 'f-1' }
const files = (...names: readonly string[]) => names.map((name) => aFile(name, 5))

/** What is on its way, as a page sees it: names and states. */
function watch() {
  const { result } = renderHook(() => useUploads())
  return {
    states: () => result.current.map(({ file, state }) => `${file.name} ${state}`),
    idOf: (name: string) => result.current.find(({ file }) => file.name === name)?.id ?? 0,
    errorOf: (name: string) => result.current.find(({ file }) => file.name === name)?.error,
  }
}

/** Bytes are on their way until the test lets them arrive. */
function hold() {
  takeUploads()
  const held: ((response: Response) => void)[] = []
  answer('put', part, (_call: Call) => new Promise((arrive) => held.push(arrive)))
  answer('post', '/api/dms/uploads/{id}/complete', () => json({ documentId: 'd', versionId: 'v' }))
  return {
    count: () => held.length,
    arrive: () => act(async () => held.shift()?.(json({ number: 1 }))),
  }
}

beforeEach(async () => {
  sessionStorage.clear()
  // What the test before left waiting is nobody's any more.
  const { result } = renderHook(() => useUploads())
  act(() => {
    for (const { id } of result.current) cancelUpload(id)
    forgetFinished()
  })
})

describe('several files', () => {
  it('are sent two at a time, the others in their order', async () => {
    const { count, arrive } = hold()
    const { states } = watch()
    act(() => startUploads(files('a', 'b', 'c', 'd'), place))
    await expect.poll(count).toBe(2)
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting'])
    await arrive()
    await expect.poll(states).toEqual(['a done', 'b sending', 'c sending', 'd waiting'])
    await expect.poll(count).toBe(2)
    await arrive()
    await expect.poll(states).toEqual(['a done', 'b done', 'c sending', 'd sending'])
  })

  it('hold up no other when one fails', async () => {
    takeUploads()
    const { states, errorOf } = watch()
    answer('post', '/api/dms/uploads/initiate', ({ body }) => {
      const { fileName } = body as { fileName: string }
      if (fileName === 'a') return json({ code: 'dms.refused', title: 'No', status: 422 }, 422)
      return json(begun(fileName, fileName, 5), 201)
    })
    answer('post', '/api/dms/uploads/{id}/complete', () =>
      json({ documentId: 'd', versionId: 'v' }),
    )
    act(() => startUploads(files('a', 'b', 'c'), place))
    await expect.poll(states).toEqual(['a failed', 'b done', 'c done'])
    expect(errorOf('a')).toMatchObject({ code: 'dms.refused' })
  })
})

describe('a file that did not get through', () => {
  it('is sent when somebody asks for it again, and is no longer at fault', async () => {
    takeUploads()
    const { states, idOf, errorOf } = watch()
    answer('put', part, noAnswer)
    act(() => startUploads(files('a'), place))
    await expect.poll(states).toEqual(['a failed'])
    takeUploads()
    answer('get', '/api/dms/uploads/{id}', () => json({ code: 'x', title: 'x', status: 404 }, 404))
    act(() => retryUpload(idOf('a')))
    await expect.poll(states).toEqual(['a done'])
    expect(errorOf('a')).toBeUndefined()
  })
})

describe('a file that is cancelled', () => {
  it('makes room for the next, and is not called a failure', async () => {
    const { count } = hold()
    const { states, idOf } = watch()
    act(() => startUploads(files('a', 'b', 'c'), place))
    await expect.poll(count).toBe(2)
    act(() => cancelUpload(idOf('a')))
    expect(states()).toEqual(['a cancelled', 'b sending', 'c sending'])
    await expect.poll(count).toBe(3)
    expect(states()).toEqual(['a cancelled', 'b sending', 'c sending'])
  })

  it('is not sent when it was still waiting', async () => {
    const { count, arrive } = hold()
    const { states, idOf } = watch()
    act(() => startUploads(files('a', 'b', 'c'), place))
    await expect.poll(count).toBe(2)
    act(() => cancelUpload(idOf('c')))
    await arrive()
    await arrive()
    await expect.poll(states).toEqual(['a done', 'b done', 'c cancelled'])
  })
})

describe('what has arrived', () => {
  it('is told to whoever began it, once for each file', async () => {
    takeUploads()
    const { states } = watch()
    const onDone = vi.fn<() => void>()
    act(() => startUploads(files('a', 'b'), place, onDone))
    await expect.poll(states).toEqual(['a done', 'b done'])
    expect(onDone).toHaveBeenCalledTimes(2)
  })

  it('can be taken from the list, and leaves what is on its way', async () => {
    const { count, arrive } = hold()
    const { states } = watch()
    act(() => startUploads(files('a', 'b'), place))
    await expect.poll(count).toBe(2)
    await arrive()
    await expect.poll(states).toEqual(['a done', 'b sending'])
    act(() => forgetFinished())
    expect(states()).toEqual(['b sending'])
  })
})
