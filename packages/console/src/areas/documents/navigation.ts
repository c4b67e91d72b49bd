import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'

export const documentsNavigation: readonly NavigationEntry[] = [
  {
    to: '/documents',
    label: 'documents',
    icon: 'folder',
    section: 'documents',
    isFor: (me) => may(me, 'dms:document:read'),
  },
]
