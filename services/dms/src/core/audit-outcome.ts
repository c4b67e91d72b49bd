/** What came to nothing; all else in the audit was done. What is refused for want of a right is not recorded. */
export const FAILURES: readonly string[] = [
  'approval.refused',
  'share.password_wrong',
  'upload.failed',
]

export const outcomeOf = (action: string): 'success' | 'failure' =>
  FAILURES.includes(action) ? 'failure' : 'success'
