import type { ComponentType } from 'react'
import type { Me } from '../me/me.ts'
import type { IconName } from '../shared/icon.tsx'
import type { texts } from './text/en.ts'

export const sections = ['work', 'documents', 'design', 'insight', 'administration'] as const

export type Section = (typeof sections)[number]

/** One entry of the navigation. */
export interface NavigationEntry {
  /** Where it leads, below `/console`: `/inbox`. */
  readonly to: string
  /** Its name: a key of `nav` in the common texts. */
  readonly label: NavigationLabel
  readonly icon: IconName
  readonly section: Section
  /** Whether it is offered to this person; to everybody without it. */
  readonly isFor?: (me: Me) => boolean
  /** Drawn at its end, such as a number of open tasks. */
  readonly Count?: ComponentType
}

type NavigationLabel = keyof typeof texts.nav
