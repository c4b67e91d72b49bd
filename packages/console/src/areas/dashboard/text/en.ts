/** What the dashboard says. */
export const texts = {
  title: 'Dashboard',
  lead: 'How long decisions take, and where they wait.',
  nothing: 'Nothing in this period.',
  stuck_one: '{{count}} approval or delivery is stuck',
  stuck_other: '{{count}} approvals or deliveries are stuck',
  overdue: '{{count}} overdue',
  called_one: 'and {{count}} called by others',
  called_other: 'and {{count}} called by others',
  filter: {
    bizType: 'Business type',
    allTypes: 'All types',
    period: 'Period',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
  },
  figure: {
    started: 'Started',
    ended: 'Ended',
    median: 'Half are faster than',
    returnRate: 'Returned at least once',
  },
  chart: {
    slowNodes: 'Steps that take longest',
    backlogNodes: 'Steps with the most waiting',
    slowPeople: 'People who take longest',
    backlogPeople: 'People with the most waiting',
  },
  column: { name: 'Name', median: 'Median time to decide', backlog: 'Waiting' },
} as const
