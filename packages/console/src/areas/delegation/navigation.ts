import type { NavigationEntry } from '../../app/area.ts'

export const delegationNavigation: readonly NavigationEntry[] = [
  { to: '/delegation', label: 'delegation', icon: 'away', section: 'work' },
]
