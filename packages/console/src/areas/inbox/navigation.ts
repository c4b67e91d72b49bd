import type { NavigationEntry } from '../../app/area.ts'
import { OpenTaskCount } from './open-task-count.tsx'

export const inboxNavigation: readonly NavigationEntry[] = [
  { to: '/inbox', label: 'inbox', icon: 'inbox', section: 'work', Count: OpenTaskCount },
  { to: '/started', label: 'started', icon: 'send', section: 'work' },
]
