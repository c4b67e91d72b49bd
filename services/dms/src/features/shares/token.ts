import { createHash } from 'node:crypto'

/** What is kept of the token of a share: the database cannot open one. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
