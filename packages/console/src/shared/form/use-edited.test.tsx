import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useEdited } from './use-edited.ts'

const stored = (revision: number, content: string) => ({ kept: { revision }, content })

/** Edits of something that is at revision 1 and says “old”. */
function begin() {
  const { result, rerender } = renderHook(
    (read: ReturnType<typeof stored>) => {
      const [content, setContent] = useState(read.content)
      return { content, setContent, ...useEdited(read, content, setContent) }
    },
    { initialProps: stored(1, 'old') },
  )
  const now = () => {
    const { content, kept, isChanged, takeTheirs, taken } = result.current
    return { content, revision: kept.revision, isChanged, isTold: takeTheirs !== undefined, taken }
  }
  const type = (text: string) => act(() => result.current.setContent(text))
  return { result, now, type, read: rerender }
}

const quiet = { isChanged: false, isTold: false, taken: 0 }

describe('what is edited', () => {
  it('is what is read later, where nothing was changed', () => {
    const { now, read } = begin()
    read(stored(2, 'theirs'))
    expect(now()).toEqual({ ...quiet, content: 'theirs', revision: 2, taken: 1 })
  })

  it('stays when somebody else has saved, until their state is taken', () => {
    const { result, now, type, read } = begin()
    type('mine')
    read(stored(2, 'theirs'))
    expect(now()).toEqual({
      content: 'mine',
      revision: 1,
      isChanged: true,
      isTold: true,
      taken: 0,
    })
    act(() => result.current.takeTheirs?.())
    expect(now()).toEqual({ ...quiet, content: 'theirs', revision: 2, taken: 1 })
  })

  it('goes on over a newer revision that says the same', () => {
    const { now, type, read } = begin()
    type('mine')
    read(stored(2, 'old'))
    expect(now()).toMatchObject({ content: 'mine', revision: 2, isChanged: true, isTold: false })
  })

  it('is saved when what is read says so, though no answer came', () => {
    const { now, type, read } = begin()
    type('mine')
    read(stored(2, 'mine'))
    expect(now()).toEqual({ ...quiet, content: 'mine', revision: 2 })
  })

  it('keeps what was typed while it was saved, and is not put back by an older answer', () => {
    const { result, now, type, read } = begin()
    type('mine')
    type('mine and more')
    act(() => result.current.saved(stored(2, 'mine')))
    read(stored(1, 'old'))
    expect(now()).toMatchObject({ content: 'mine and more', revision: 2, isChanged: true })
    read(stored(2, 'mine'))
    expect(now()).toMatchObject({ content: 'mine and more', revision: 2, isTold: false })
  })

  it('is as the service has it, once that has put it in its own words', () => {
    const { result, now, type, read } = begin()
    type(' mine ')
    act(() => result.current.saved(stored(2, ' mine ')))
    read(stored(2, 'mine'))
    expect(now()).toMatchObject({ content: 'mine', revision: 2, isChanged: false })
  })
})
