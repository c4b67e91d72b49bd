import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'

export const designerNavigation: readonly NavigationEntry[] = [
  {
    to: '/processes',
    label: 'processes',
    icon: 'flow',
    section: 'design',
    isFor: (me) => may(me, 'bpm:definition:read') || may(me, 'bpm:definition:write'),
  },
  {
    to: '/decision-tables',
    label: 'decisionTables',
    icon: 'list',
    section: 'design',
    isFor: (me) => may(me, 'bpm:definition:read') || may(me, 'bpm:definition:write'),
  },
]
