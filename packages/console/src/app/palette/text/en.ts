export const texts = {
  title: 'Go to anything',
  placeholder: 'Pages, approvals, documents, people …',
  searching: 'Searching …',
  nothing: 'Nothing of that name.',
  failed: 'Not everything could be searched.',
  retry: 'Try again',
  waits: 'Waits for you',
  keys: '↑ ↓ to move, Enter to open, Esc to close',
  group: {
    pages: 'Pages',
    actions: 'Actions',
    approvals: 'Approvals',
    documents: 'Documents',
    people: 'People',
  },
} as const
