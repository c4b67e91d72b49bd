import { act, cleanup } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openHook } from '../../testing/page.tsx'
import { sections, type Section } from '../area.ts'
import { useFolds } from './use-folds.ts'

beforeEach(() => localStorage.clear())

/** The navigation on a page of this section, in a window that is not high. */
async function openFolds(here: Section | undefined) {
  const { result } = await openHook('/', '/', () => useFolds(here))
  return {
    openOnes: () => sections.filter((section) => result.current.isOpen(section)),
    toggle: (section: Section) => act(() => result.current.toggle(section)),
  }
}

describe('the sections of the navigation, where there is little room', () => {
  it('are folded but for the daily work and the one of the page', async () => {
    const { openOnes } = await openFolds('administration')
    expect(openOnes()).toEqual(['work', 'administration'])
  })

  it('stay as the person has them', async () => {
    const first = await openFolds('administration')
    first.toggle('design')
    first.toggle('work')
    expect(first.openOnes()).toEqual(['design', 'administration'])
    cleanup()
    const next = await openFolds(undefined)
    expect(next.openOnes()).toEqual(['design'])
  })

  it.each(['[1, 2]', '"work"', '{"work":"no"}', '{'])('take nothing from %s', async (kept) => {
    localStorage.setItem('countersign-navigation', kept)
    expect((await openFolds(undefined)).openOnes()).toEqual(['work'])
  })
})
