/** What the page on being out of office says. */
export const texts = {
  title: 'Out of office',
  lead: 'While you are away, new tasks go to somebody else. Who decided for you stays visible.',
  add: 'Add a period',
  allTypes: 'all business types',
  empty: 'You decide for yourself',
  emptyHint: 'Add a period before you are away.',
  removeOf: 'Remove the period with {{name}}',
  phase: { active: 'Now', coming: 'To come', over: 'Over' },
  field: {
    to: 'Who decides for you',
    firstDay: 'First day',
    lastDay: 'Last day',
    wrongOrder: 'The last day is before the first.',
    bizTypes: 'Only for these business types',
    bizTypesHint: 'Without a choice: for all.',
  },
} as const
