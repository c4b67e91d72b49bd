import type { NavigationEntry } from '../../app/area.ts'

export const approvalNavigation: readonly NavigationEntry[] = [
  { to: '/start', label: 'start', icon: 'plus', section: 'work' },
]
