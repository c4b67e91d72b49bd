import type { NavigationEntry } from '../../app/area.ts'

export const accountNavigation: readonly Pick<NavigationEntry, 'to' | 'label' | 'icon'>[] = [
  { to: '/account', label: 'account', icon: 'user' },
]
