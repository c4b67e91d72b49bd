/** Where the pages are that links in mails lead to, below the issuer. */
export const linkPaths = {
  password: '/signin/reset',
  invitation: '/signin/invitation',
} as const
