/** What the inbox says. */
export const texts = {
  title: 'Inbox',
} as const
