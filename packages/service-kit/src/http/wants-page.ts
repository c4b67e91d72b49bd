/** Whether somebody looks at the answer: browsers ask for HTML when they go to an address, programs do not. */
export const wantsPage = (accept: string | undefined): boolean =>
  /(^|[\s,])text\/html\b/i.test(accept ?? '')
