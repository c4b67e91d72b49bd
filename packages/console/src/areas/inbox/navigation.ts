import type { NavigationEntry } from '../../app/area.ts'

export const inboxNavigation: readonly NavigationEntry[] = [
  { to: '/inbox', label: 'inbox', icon: 'inbox', section: 'work' },
]
