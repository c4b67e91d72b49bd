import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'
import { OpenTaskCount } from './open-task-count.tsx'

export const inboxNavigation: readonly NavigationEntry[] = [
  { to: '/inbox', label: 'inbox', icon: 'inbox', section: 'work', Count: OpenTaskCount },
  { to: '/started', label: 'started', icon: 'send', section: 'work' },
]

/** Beside the dashboard, whose figures lead there. */
export const allApprovalsNavigation: readonly NavigationEntry[] = [
  {
    to: '/approvals',
    label: 'approvals',
    icon: 'list',
    section: 'insight',
    isFor: (me) => may(me, 'bpm:instance:read') || may(me, 'bpm:instance:admin'),
  },
]
