import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'
import { OpenIncidentCount } from './open-incident-count.tsx'

export const incidentNavigation: readonly NavigationEntry[] = [
  {
    to: '/incidents',
    label: 'incidents',
    icon: 'alert',
    section: 'insight',
    isFor: (me) => may(me, 'bpm:instance:admin'),
    Count: OpenIncidentCount,
  },
]
