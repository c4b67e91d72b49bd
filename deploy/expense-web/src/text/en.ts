import type { Translation } from '@countersign/approval-ui'

/** What the pages say. Every language has exactly these. */
export const en = {
  title: 'Expenses',
  newExpense: 'New expense',
  back: 'All expenses',
  signOut: 'Sign out',
  language: '中文',
  name: 'Title',
  amount: 'Amount (EUR)',
  reason: 'Reason',
  attachments: 'Attachments',
  dropFiles: 'Choose files, or drop them here',
  uploading: 'Uploading …',
  removeFile: 'Remove {{name}}',
  openFile: 'Open {{name}}',
  noFiles: 'Nothing attached',
  submit: 'Submit for approval',
  submitting: 'Submitting …',
  submitAgain: 'Submit again',
  draftExplained:
    'The approval service did not answer, so nobody knows yet whether the approval has begun. Submitting again starts it at most once.',
  cancel: 'Cancel',
  submitted: 'Submitted <time/>',
  correct: 'Correct and resubmit',
  correctExplained:
    'It was returned to you; the timeline below says why. Correct it and send it on its way again.',
  correctElsewhere: 'Only the person who submitted it can correct it.',
  resubmit: 'Resubmit',
  approval: 'Approval',
  events: 'Received events',
  eventsExplained:
    'What the workflow service told this application, each exactly once and in order.',
  noEvents: 'No event yet.',
  event: 'Event',
  received: 'Received',
  number: 'No.',
  listMore: 'Show more',
  listEmpty: 'No expenses yet',
  listEmptyExplained: 'Submit one, and follow here how it is approved.',
  loading: 'Loading …',
  failed: 'That did not work',
  notFound: 'There is no such expense, or you may not see it.',
  tryAgain: 'Try again',
  signInHere: 'Sign in',
  openInWindow: 'Open in a window',
  signInNeeded: 'You are not signed in here.',
  sessionEnded: 'Your session has ended',
  sessionEndedExplained:
    'What you have typed stays on this page. Sign in in a new window, and go on there.',
  submittedBefore:
    'Your first try was submitted, only its answer was lost: with the values of then, not with these. <first>Look at it</first>',
  mayNotSubmit:
    'You may not submit expenses. An administrator can give you the permission expense:start.',
  status: {
    DRAFT: 'Draft',
    RUNNING: 'In approval',
    RETURNED: 'Returned',
    CORRECTING: 'Being corrected',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    WITHDRAWN: 'Withdrawn',
    TERMINATED: 'Terminated',
  },
} as const

export type Texts = Translation<typeof en>
