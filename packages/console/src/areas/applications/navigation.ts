import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'

export const applicationNavigation: readonly NavigationEntry[] = [
  {
    to: '/business-types',
    label: 'businessTypes',
    icon: 'tag',
    section: 'design',
    isFor: (me) => may(me, 'bpm:origin:read') || may(me, 'bpm:delivery:read'),
  },
  {
    to: '/deliveries',
    label: 'deliveries',
    icon: 'bolt',
    section: 'design',
    isFor: (me) => may(me, 'bpm:delivery:read'),
  },
]
