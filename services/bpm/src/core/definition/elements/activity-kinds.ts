import type { Node } from '../graph.ts'

const activities: ReadonlySet<Node['kind']> = new Set([
  'userTask',
  'copy',
  'callback',
  'auto',
  'decision',
  'call',
  'receive',
  'pass',
  'subProcess',
])

/** Whether an element does something: neither an event nor a gateway. */
export const isActivity = ({ kind }: Pick<Node, 'kind'>): boolean => activities.has(kind)
