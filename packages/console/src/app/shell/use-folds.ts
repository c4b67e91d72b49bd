import { useState } from 'react'
import { keep, readKept } from '../../shared/kept.ts'
import { sections, type Section } from '../area.ts'

const key = 'countersign-navigation'
// An administrator's menu is as high as that.
const tall = '(min-height: 62.5em)'

type Folds = Readonly<Partial<Record<Section, boolean>>>

function readFolds(): Folds {
  const kept = readKept(key)
  if (typeof kept !== 'object' || kept === null) return {}
  const known = new Map(Object.entries(kept))
  return Object.fromEntries(
    sections.flatMap((section) => {
      const isOpen: unknown = known.get(section)
      return typeof isOpen === 'boolean' ? [[section, isOpen] as const] : []
    }),
  )
}

/**
 * Which sections of the navigation are open: those that the person opened; else all where there is
 * room, and the daily work and the present page's where there is little.
 */
export function useFolds(here: Section | undefined) {
  const [folds, setFolds] = useState(readFolds)
  // As the window is when the navigation is drawn: nothing unfolds while somebody resizes it.
  const isTall = matchMedia(tall).matches
  const isOpen = (section: Section): boolean =>
    folds[section] ?? (isTall || section === 'work' || section === here)
  const toggle = (section: Section) => {
    const next = { ...folds, [section]: !isOpen(section) }
    setFolds(next)
    keep(key, next)
  }
  return { isOpen, toggle }
}
