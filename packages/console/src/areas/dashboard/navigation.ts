import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'

export const dashboardNavigation: readonly NavigationEntry[] = [
  {
    to: '/dashboard',
    label: 'dashboard',
    icon: 'chart',
    section: 'insight',
    isFor: (me) => may(me, 'bpm:statistics:read'),
  },
]
